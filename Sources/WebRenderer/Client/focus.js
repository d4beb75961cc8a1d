// What every page loads right after the client: what becomes of the keyboard's focus when what has it goes with a patch, a row, a button that
// was pressed, whatever it is; and rows that are seen moving.
(() => {
  'use strict';
  const doc = document, page = doc.body, core = window.ghostlight;
  const { isText } = core;

  const rowOf = el => el.closest('[data-k]');
  const takes = el => {
    el?.focus();
    return el && el === doc.activeElement;
  };
  let byKeys = true;          // whether what was used last is the keyboard, as it is of who is read to

  /// The row that has the focus goes, perhaps: for who uses the keyboard the nearest one that stays gets it, in the same place.
  core.passFocus = (table, gone) => {
    const isAway = doc.activeElement === page, focused = isAway && core.idle || doc.activeElement, row = rowOf(focused), goes = el => gone.has(+el.dataset.k);
    if (row?.parentNode !== table || !goes(row)) return;
    const rows = [...table.children], place = rows.indexOf(row), above = rows.findLastIndex((el, i) => i < place && !goes(el));
    // In a window that isn't looked at, and of what was disabled when it was pressed, it is known by what was used last.
    const isByKeys = isAway || !doc.hasFocus() ? byKeys : focused.matches(':focus-visible');
    replaced = [table, rows, rows[above], place - above, row, focused, isByKeys];
    const around = table.closest('[aria-modal]') ?? undefined;
    // What is being typed is meant for no other field.
    if (isText(focused)) return core.focusHeading(around);
    // Of a large one the rows that aren't near any more go: it is scrolled, and stays where it is.
    if (table.dataset.w) return table.focus({ preventScroll: true });
    // Who points expects nothing there, and the next press of a key would do to another row what nobody has asked for.
    if (!isByKeys) return;
    const path = core.template(table).paths.find(p => core.follow(row, p) === focused);
    [...rows.slice(place), ...rows.slice(0, place).reverse()].some(near => {
      // A row of another kind has something else in that place, and what edits a row can't be seen in others, and takes no focus.
      return !goes(near) && takes(near.dataset.t === row.dataset.t ? path && core.follow(near, path) : near.querySelector('button,a,input'));
    }) || (around ? core.focusHeading(around) : takes(core.firstInput(table)));
  };
  let replaced;               // a row with the focus that went in this patch, where it stood, and what had the focus in it
  // One that another kind shows now has come again in its place.
  core.hooks.push(() => {
    const [table, rows, above, index, old, control, isByKeys] = replaced ?? [];
    replaced = null;
    if (!table || table.dataset.w) return;
    const come = [...table.children], row = come[come.indexOf(above) + index];
    if (!row || rows.includes(row) || row.dataset.t === old.dataset.t) return;
    // Nothing is pressed by who was typing, nor by who points.
    const all = [...row.querySelectorAll('[autofocus],button,a,input,textarea,select')], wasTyped = isText(control), name = core.nameOf?.(control);
    const el = all.find(el => el.autofocus) ?? (isByKeys && (
      all.find(el => isText(el) === wasTyped && core.nameOf?.(el) === name && (name || !wasTyped)) ?? (wasTyped ? row : all[0])));
    el === row ? core.focusHeading(row) : el?.focus?.({ preventScroll: !isByKeys });
  });

  // One press does something once, however long it is: the focus goes on by itself, and what has it next is for the next press.
  addEventListener('keydown', event => {
    if (!event.repeat || !/^(Enter|Escape)$/.test(event.key) || event.target.type === 'textarea') return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  core.hooks.push(() => {
    const el = doc.activeElement, { idle } = core;
    if (el === page && idle?.isConnected && !idle.disabled) idle.focus({ preventScroll: true });
    // What had the focus when it was disabled: a button, say, as long as its answer isn't there.
    if (el !== page) core.idle = el.disabled && el;
  });
  // Who points elsewhere has left it.
  addEventListener('pointerdown', () => {
    byKeys = false;
    core.idle = null;
  }, true);
  addEventListener('keydown', ({ altKey, ctrlKey, key, metaKey }) => {
    // Not what goes with a pointer, or leads to another window.
    byKeys ||= !(altKey || ctrlKey || metaKey || key === 'Shift');
  }, true);

  let was;                    // what had the focus before this patch
  let around = [];            // all that it was in, the nearest first, each with some of what stood beside the way to it, the next first
  let heading;                // what the screen began with
  let isDue;                  // whether it is about to be seen what has become of it
  core.noteFocus = () => {
    if (isDue) return;
    was = null;
    // Who points needs none of it, and this comes before each patch.
    if (!byKeys) return;
    was = doc.activeElement === page && core.idle || doc.activeElement;
    heading = page.querySelector('h1');
    around = [];
    for (let el = was; el?.parentElement && el !== page; el = el.parentElement) {
      const beside = [];
      for (let other = el; (other = other.nextElementSibling) && beside.length < 20;) beside.push(other);
      for (let other = el, n = 0; (other = other.previousElementSibling) && n < 20; n++) beside.push(other);
      around.push([el.parentElement, beside]);
    }
  };
  core.forgetFocus = () => { was = null; };
  const isGone = el => !el.isConnected || el.closest('[hidden]');
  /// Whoever uses the keyboard would begin at the top again where what he used goes with a patch, and is told nothing: he goes on with what
  /// is near it.
  const goOn = () => {
    isDue = false;
    const { activeElement } = doc;
    if (!byKeys || !was || was === page || !isGone(was) || activeElement !== page && activeElement !== was || !core.isThere()) return;
    const controls = 'a[href],button,input,select,textarea,summary';
    const isIn = el => [el, ...el.querySelectorAll(controls)].some(each => each.matches(controls) && !isGone(each) && takes(each));
    for (const [el, beside] of around) {
      if (isGone(el)) continue;
      const now = page.querySelector('h1');
      // It is another screen, or all that is left is the screen.
      if (now !== heading) return core.focusHeading(now ?? undefined);
      // What is typed on is meant for no other field.
      if (!was.isConnected && isText(was)) return core.focusHeading(el.contains(now) ? now : el);
      // What is only hidden may be there again, and more of what is around it with it.
      if (was.isConnected || el === page || el.contains(now)) return (core.firstInput() ?? page.querySelector('main a,main :enabled'))?.focus();
      if (beside.some(other => el.contains(other) && isIn(other)) || isIn(el)) return;
      // Something else stands there now that can only be read.
      if (el.textContent) return core.focusHeading(el);
    }
  };
  core.hooks.push(() => {
    isDue = true;
    queueMicrotask(goOn);
  });

  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  /// Nothing is to be seen moving. Where no frames come, it would never end, and what has gone would stay in memory with it.
  const isStill = () => doc.hidden || calm.matches;
  /// Has a row that has just come be seen coming.
  core.appear = row => isStill() || row.animate([{ opacity: 0, translate: '0 -8px' }, {}], 200);
  /// Notes where the rows of the tables that a patch reorders stand, and gives what has them seen moving from there.
  core.glide = ops => {
    if (ops.length > 50 || isStill()) return;
    const found = new Map();
    for (const op of ops) {
      const table = op[0] > 4 && op[0] < 8 && op.length < 40 && core.at(op[1]);
      // Nothing glides away under a pointer that is about to click.
      if (!table || table.dataset.w || table.children.length > 400 || table.matches(':hover')) continue;
      for (const row of table.children) {
        const { top, bottom } = row.getBoundingClientRect();
        if (bottom > 0 && top < innerHeight + 200) found.set(row, top);
      }
    }
    return () => {
      for (const [row, top] of found) {
        const by = row.isConnected && top - row.getBoundingClientRect().top;
        by && row.animate([{ translate: `0 ${by}px`, easing: 'ease-out' }, {}], 200);
      }
    };
  };
})();
