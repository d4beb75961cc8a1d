// The browser's side of tables that can do more than show their rows: large ones, of which only the rows near the viewport are
// here; rows that are selected; rows that are moved. Loaded when one comes on screen.
(() => {
  'use strict';
  const { send, hooks, pending } = ghostlight, doc = document;
  /// But for those that are removed, which stand nowhere.
  const isThere = el => el.dataset.gone === undefined;
  const rowsOf = table => [...table.children].filter(el => el.dataset.k && isThere(el));

  // Large tables. The rows that are here stand between two fillings, which the style sheet draws; together they are as high as
  // all rows would be, up to a height that every browser can scroll (some stop at 17 million pixels). Beyond that the bar
  // stands for a share.

  const tallest = 8e6;
  const states = new WeakMap();
  const filling = (table, name) => parseFloat(table.style.getPropertyValue(name)) || 0;
  const above = table => filling(table, '--above'), below = table => filling(table, '--below');
  const pad = (table, top, bottom) => {
    table.style.setProperty('--above', top + 'px');
    table.style.setProperty('--below', bottom + 'px');
  };

  const read = table => {
    const [count, first, height, jump, jumps, follows] = table.dataset.w.split(',').map(Number);
    return { count, first, height, jump, jumps, follows };
  };

  class Large {
    constructor(table) {
      this.table = table;
      // Firefox scrolls what it loads anew, as far as there are rows yet: from there nobody could tell how far it should be.
      table.scrollTop = 0;
      this.jumps = 0;
      this.top = 0;
      this.table.tabIndex = 0;
      table.addEventListener('scroll', () => this.scrolled(), { passive: true });
      // At once: on a long way a browser's own gliding would be stopped by rows arriving.
      table.addEventListener('keydown', event => {
        if (event.target !== table || !/^(Home|End)$/.test(event.key)) return;
        event.preventDefault();
        table.scrollTo({ top: event.key === 'End' ? table.scrollHeight : 0, behavior: 'instant' });
      });
      this.observer = new ResizeObserver(() => this.update());
      this.observer.observe(table);
      this.update();
    }

    // The rows as they stand: how high one is at the mean, how high they are together.
    measure() {
      const rows = rowsOf(this.table), first = rows[0], last = rows.at(-1);
      const span = first ? last.offsetTop + last.offsetHeight - first.offsetTop : 0;
      return { rows, span, mean: span / rows.length || this.state.height };
    }

    // Whether nobody can see it: it is on a screen that was left, or hidden. It stays where it is until it is seen again.
    isAway() {
      const { table } = this;
      if (table.isConnected) return !table.clientHeight;
      this.observer.disconnect();
      clearTimeout(this.rest);
      clearTimeout(this.patience);
      return true;
    }

    // Places the rows so that what is looked at stays where it is, or stands where a jump wants it.
    update(isAgain) {
      if (this.isAway()) return;
      const { table } = this, state = this.state = read(table);
      const { rows, span, mean } = this.measure(), view = table.clientHeight;
      this.mean = mean;
      const full = Math.min(tallest, Math.max(state.count * mean, span)), room = Math.max(1, full - view);
      let top = above(table), scroll = table.scrollTop;
      if (state.jumps !== this.jumps) {
        this.jumps = state.jumps;
        this.anchor = null;
        this.goal = state.jump;
        scroll = Math.min(1, state.jump / Math.max(1, state.count - view / mean)) * room;
      }
      // It shows the first row, and goes on showing the first.
      else if (state.follows && this.last?.first === 0 && scroll < 1) {
        this.anchor = null;
        this.goal = 0;
      }
      // It may have become shorter than that.
      if (this.goal >= state.count) this.goal = Math.max(0, state.count - 1);
      let { anchor } = this;
      // It has gone: the next one that was seen stays.
      if (anchor && !anchor.row.isConnected) anchor = anchor.below.find(({ row }) => row.isConnected);
      if (anchor) {
        // What was scrolled since it was noted stays scrolled, unless the browser did that: for want of room, or since the table was moved.
        const isCut = scroll < anchor.scroll && (!scroll || scroll >= table.scrollHeight - view - 1);
        top += anchor.y + (isCut ? scroll : anchor.scroll) - anchor.row.offsetTop;
      }
      else if (this.goal !== undefined) {
        const goal = rows[this.goal - state.first];
        top = scroll - (goal ? goal.offsetTop - rows[0].offsetTop : (this.goal - state.first) * mean);
      } else top = state.first * mean * Math.min(1, full / (state.count * mean));
      const end = state.first + rows.length === state.count;
      // No emptiness above the first row, none below the last.
      if (top < 0 || !state.first) {
        scroll -= top;
        top = 0;
      }
      const bottom = end ? 0 : Math.max(0, full - top - span);
      pad(table, top, bottom);
      if (Math.abs(table.scrollTop - scroll) >= 1) table.scrollTop = scroll;
      this.top = table.scrollTop;
      rows.forEach((row, i) => {
        row.ariaSetSize = state.count;
        row.ariaPosInSet = state.first + i + 1;
      });
      this.waits = false;
      this.note(rows);
      this.look(isAgain);
    }

    // Remembers which row is looked at, and where it stands.
    note(rows) {
      const { table } = this, scroll = table.scrollTop;
      const from = rows.findIndex(row => row.offsetTop + row.offsetHeight > scroll), row = rows[from];
      if (!row || row.offsetTop >= scroll + table.clientHeight) {
        this.anchor = null;
        return;
      }
      const place = row => ({ row, y: row.offsetTop - scroll, scroll });
      // A screen of them, as far as it is known how many that are.
      this.anchor = { ...place(row), below: rows.slice(from + 1, from + 1 + table.clientHeight / this.mean).map(place) };
      this.goal = undefined;
      this.last = { first: this.state.first + from, scroll };
    }

    scrolled() {
      if (this.isAway()) return;
      this.note(rowsOf(this.table));
      this.look();
      clearTimeout(this.rest);
      this.rest = setTimeout(() => this.align(), 200);
    }

    // Asks for other rows where those that are here don't reach.
    look(isAgain) {
      if (this.waits) return;
      const { table, state, anchor, mean } = this, rows = rowsOf(table), view = table.clientHeight;
      const shown = Math.ceil(view / mean) || 1, around = shown + 10;
      let first = anchor ? state.first + rows.indexOf(anchor.row) : this.goal;
      // Nothing that is here is seen. What was aimed at before is here, and the view has moved on meanwhile.
      if (first === undefined || !anchor && rows[first - state.first]) {
        // A few screens on from what was looked at last are counted in rows; farther away the bar's share decides.
        const { scrollTop } = table, most = Math.max(0, state.count - shown);
        const by = this.last ? scrollTop - this.last.scroll : Infinity;
        const share = Math.min(1, scrollTop / Math.max(1, table.scrollHeight - view));
        const guess = Math.abs(by) < 20 * view ? this.last.first + by / mean : share * most;
        first = this.goal = Math.max(0, Math.min(most, Math.round(guess)));
        // It only stands elsewhere.
        if (!isAgain && rows[first - state.first]) return this.update(true);
      }
      const from = Math.max(0, first - around), to = Math.min(state.count, first + shown + around);
      const has = state.first + rows.length;
      // Half of what is kept around is still there: enough for the way to the server and back.
      if (Math.max(0, first - around / 2) >= state.first && Math.min(state.count, first + shown + around / 2) <= has) return;
      this.waits = true;
      send(table, 'l', from, Math.min(to, from + 400));
      this.expect();
    }

    // What wasn't answered is asked for again, if it isn't still to be sent.
    expect() {
      clearTimeout(this.patience);
      this.patience = setTimeout(() => {
        if (this.isAway()) return;
        if (pending.some(([, , el]) => el === this.table)) return this.expect();
        this.waits = false;
        this.look();
      }, 2000);
    }

    // At rest: the bar goes where it belongs, and the rows with it, so that nothing moves.
    align() {
      if (this.isAway()) return;
      // It may have been scrolled since.
      this.note(rowsOf(this.table));
      const { table, state, anchor, mean } = this;
      if (!anchor || state.count * mean <= tallest) return;
      const view = table.clientHeight, room = table.scrollHeight - view, rows = rowsOf(table);
      const first = state.first + rows.indexOf(anchor.row);
      if (!state.first || state.first + rows.length === state.count) return;
      const by = Math.round(first / (state.count - view / mean) * room - table.scrollTop);
      const top = above(table), bottom = below(table);
      if (Math.abs(by) < 2 || top + by < 0 || bottom - by < 0) return;
      pad(table, top + by, bottom - by);
      table.scrollTop += by;
      this.note(rows);
    }
  }

  const refresh = () => {
    for (const table of doc.querySelectorAll('[data-w]')) {
      const large = states.get(table);
      if (large) large.update();
      else states.set(table, new Large(table));
    }
  };
  hooks.push(refresh);
  refresh();

  // Selection: the arrow keys move, Space selects; with Shift or Control beside what is selected.

  const options = box => [...box.querySelectorAll(':scope > [role=option]')];
  /// Those that take the focus.
  const reachable = box => options(box).filter(option => !option.inert && isThere(option));
  /// Shows at once that this one is selected, and no other.
  const select = option => { for (const other of options(option.parentNode)) other.ariaSelected = other === option; };
  const choose = (option, adds) => {
    if (adds && option.parentNode.ariaMultiSelectable === 'true') return send(option, 'p', true);
    select(option);
    send(option, 'o');
  };
  // A patch or a picture may have been on its way meanwhile.
  hooks.push(() => {
    for (const [, text, option] of pending) if (option.isConnected && option.role === 'option' && text.endsWith('"o"]')) select(option);
  });
  doc.addEventListener('click', event => {
    const option = event.target.closest('[role=listbox] > [role=option]');
    if (!option) return;
    option.focus();
    choose(option, event.ctrlKey || event.metaKey || event.shiftKey);
  });
  doc.addEventListener('focusin', ({ target }) => {
    if (target.role !== 'listbox') return;
    const all = reachable(target);
    (all.find(option => option.ariaSelected === 'true') ?? all[0])?.focus();
  });
  doc.addEventListener('keydown', event => {
    const isCombined = event.altKey || event.ctrlKey || event.metaKey;
    const option = event.target.closest('[role=listbox] > [role=option]');
    if (option) {
      const all = reachable(option.parentNode), at = all.indexOf(option);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
      if (to !== undefined) {
        // The browser's own, as Alt and an arrow are its way back.
        if (isCombined) return;
        event.preventDefault();
        const next = all[Math.max(0, Math.min(all.length - 1, to))];
        next.focus();
        if (option.parentNode.ariaMultiSelectable !== 'true' && next !== option) choose(next, false);
      } else if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        event.repeat || choose(option, true);
      } else if (event.key === 'Tab' && event.shiftKey) {
        // Past the box itself, which would send the focus back here.
        option.parentNode.tabIndex = -1;
        setTimeout(() => { option.parentNode.tabIndex = 0; });
      }
      return;
    }
    const handle = event.target.closest('.handle'), row = handle?.closest('[data-k]');
    if (!row || isCombined || !/^Arrow(Up|Down)$/.test(event.key)) return;
    event.preventDefault();
    send(handle, 'm', event.key === 'ArrowDown');
  });

  // Moving: a row is taken by its handle and put down between two others.

  const move = (handle, before) => send(handle, 'm', before ? +before.dataset.k : 0);
  doc.addEventListener('pointerdown', event => {
    const handle = event.target.closest('.handle'), row = handle?.closest('[data-k]');
    if (!row || event.button) return;
    const table = row.parentNode, all = rowsOf(table), at = all.indexOf(row);
    const places = all.map(el => el.getBoundingClientRect()), from = event.clientY, height = places[at].height;
    /// Where the row stands without its own way: the page may be scrolled meanwhile, and rows may come above it.
    const stands = () => row.offsetTop + row.offsetParent.getBoundingClientRect().top, begun = stands();
    let to = at, hasMoved = false, last = event;
    handle.setPointerCapture(event.pointerId);
    // On the window: a row that is moved or goes meanwhile loses the pointer.
    const ending = new AbortController(), { signal } = ending;
    const drag = moved => {
      const { buttons, clientY, pointerId } = moved;
      // Another finger's.
      if (pointerId !== event.pointerId) return;
      // It was let go where the page doesn't hear of it.
      if (!buttons) return drop({ pointerId });
      // It has gone.
      if (!row.offsetParent) return drop({ pointerId });
      last = moved;
      const by = clientY - from - stands() + begun;
      if (!hasMoved && Math.abs(by) < 4) return;
      hasMoved = true;
      row.classList.add('dragged');
      const middle = places[at].top + height / 2 + by;
      const mid = i => places[i].top + places[i].height / 2;
      to = all.filter((_, i) => i < at ? mid(i) < middle : i > at && mid(i) <= middle).length;
      row.style.transform = `translateY(${by}px)`;
      all.forEach((el, i) => {
        if (el === row) return;
        const shift = i > at && i <= to ? -height : i < at && i >= to ? height : 0;
        el.style.transform = shift ? `translateY(${shift}px)` : '';
        el.style.transition = matchMedia('(prefers-reduced-motion: reduce)').matches ? '' : 'transform .15s';
      });
    };
    const drop = ({ type, pointerId }) => {
      if (pointerId !== event.pointerId) return;
      ending.abort();
      row.classList.remove('dragged');
      for (const el of all) el.style.transform = el.style.transition = '';
      // Of those behind, some may have gone meanwhile.
      const behind = all.slice(to > at ? to + 1 : to).find(el => el !== row && el.isConnected && isThere(el));
      if (hasMoved && to !== at && type === 'pointerup' && row.isConnected) move(handle, behind);
    };
    addEventListener('pointermove', drag, { signal });
    addEventListener('scroll', () => drag(last), { signal, capture: true });
    addEventListener('pointerup', drop, { signal });
    addEventListener('pointercancel', drop, { signal });
  });
})();
