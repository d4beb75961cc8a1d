// The browser's side: applies patches in order, reports what the user does. The messages are in docs/live-link.md.
(() => {
  'use strict';
  const doc = document, page = doc.body, root = page.querySelector(':scope>*>.screen').parentNode, html = doc.documentElement, mine = page.dataset;
  const at = id => doc.getElementById('v' + id) ?? doc.querySelector(`[data-v="${id}"]`);
  const number = el => +(el.dataset.v ?? el.id.slice(1));
  /// What an input holds, cut where the user sees it, so that the server takes it. Of what is no number or date, or too long for a number, it tells only that.
  const textOf = el => {
    let text = el.value;
    if (el.validity.badInput || el.type === 'number' && text[64]) return '?';
    while (text && new Blob([JSON.stringify(text)]).size > most) el.value = text = text.slice(0, text.length * 0.9);
    return text;
  };
  // text and textarea, search and select-one, password, date, number, range
  const isText = el => /^(te|se|pa|d|n|ran)/.test(el.type);
  /// Whether who uses what has the focus does so by keyboard. Who points reads on elsewhere, and mustn't be taken back there.
  const isByKeys = () => doc.activeElement.matches(':focus-visible');

  let seq = +mine.q, socket, isReady, offline, acknowledged, lastIntent = 0;
  let spoken = 0;             // the last intent that has been said in case that the page is left
  let lastOnce = 0;           // the last intent five seconds ago, or less
  let shown;                  // the last patch that this connection has brought
  let volume = 0;             // how much has come since it was acknowledged
  let vain = 0;               // how many pictures couldn't be shown
  let most = 48e4;            // bytes that a text may have
  const pending = [];         // intents that aren't carried out, as far as is known: [number, message, element, was it sent, was it shown]
  const kept = [];            // those that are, but perhaps not durably: if the server has lost them, they are said again
  const refused = [];         // those that were refused before the page could do anything about it, with why
  const dirty = new Map();    // inputs whose text the server hasn't got, with their timers
  const known = new WeakMap(); // what the server knows an input to hold
  /// Whether what the user has done with it, or with another of its group, waits to be confirmed.
  const waits = el => pending.some(intent => intent[2] === el || el.name && intent[2].name === el.name);
  /// Whether the server hasn't got what the user has done with it last.
  const isAhead = el => dirty.has(el) || waits(el);
  const typed = new WeakSet(); // inputs that hold what the user typed
  const editing = {};         // the input that stands in a label's place, if one does, as the part for that notes it
  let templates, rows;        // of tables, as long as there are these
  const forget = () => {
    templates = new WeakMap();
    rows = new WeakMap();
  };
  let scrollTo_ = null;       // where to scroll once the screen that the user went to is there; or the heading that must go before
  let arriving = null;        // the address that the history goes back to while the screen is there already
  // What stands behind `#` is the path if it is one.
  const isPath = hash => hash.startsWith('#/');
  const here = () => isPath(location.hash) ? location.hash.slice(1) : location.pathname + location.search;
  /// Goes back in the history if the entry before has this address.
  const goBack = path => history.state?.from === path && !history.back();

  // Rows: a table's <template>s, one for each kind of row, number the parts of its rows; rows themselves carry only their
  // key, and the number of their first part where it isn't 0.

  // They are taken out of the document, which then has nothing in its tables but rows.
  const template = table => {
    let found = templates.get(table);
    if (!found) {
      const paths = [], blanks = [];
      for (const source of table.querySelectorAll(':scope>template')) {
        // Taken over by this document once, so that its copies needn't be.
        const node = doc.adoptNode(source.content.firstElementChild), first = node.dataset.p;
        source.remove();
        blanks[first] = node;
        if (+first) node.dataset.t = first;
        for (const el of [node, ...node.querySelectorAll('[data-p]')]) {
          const path = paths[el.dataset.p] = [];
          for (let e = el; e !== node; e = e.parentNode) path.unshift([...e.parentNode.children].indexOf(e));
          path.names = inFront(el, node);
          delete el.dataset.p;
          loadParts(el);
        }
      }
      templates.set(table, found = { blanks, paths });
    }
    return found;
  };
  /// A translator has its own in the place of a text: that is no element of a row.
  const isFont = el => el?.localName === 'font';
  /// What stands in front of an element of a row, and in front of what it is in: something else, if somebody has put that there.
  const inFront = (el, row) => {
    let names = '';
    for (; el !== row; el = el.previousElementSibling ?? el.parentNode) if (!isFont(el)) names += el.localName;
    return names;
  };
  const past = el => isFont(el) ? past(el.nextElementSibling) : el;
  const follow = (row, path) => {
    for (let i of path) for (row = past(row?.firstElementChild); i--;) row = past(row?.nextElementSibling);
    return row;
  };
  /// The rows of a table by their keys, found when they are first needed.
  const rowsOf = table => {
    let map = rows.get(table);
    if (!map) {
      rows.set(table, map = new Map());
      for (const row of table.children) if (row.dataset.k) map.set(+row.dataset.k, row);
    }
    return map;
  };

  /// Where an element is, as the server knows it.
  const target = el => {
    const row = el.closest('[data-k]');
    if (!row) return number(el.closest('[id]'));
    const table = row.parentNode;
    return [
      number(table), +row.dataset.k,
      template(table).paths.findIndex((p, i) => i >= (row.dataset.t ?? 0) && follow(row, p) === el && inFront(el, row) === p.names),
    ];
  };

  // Setting things

  const set = (el, name, value) => {
    if (!el) return;
    if (name[0] > 0) return set(el.children[name[0] - 1], name.slice(1), value);
    if (name === '') {
      // What is in a text is markup; views in others stay behind what they say. A translator's own go. A list of children would be made
      // for each element, and kept for a while.
      if (el.firstElementChild) el.localName === 'span' ? el.textContent = '' : el.querySelector(':scope>font')?.remove();
      const first = el.firstChild;
      // Where there is nothing, this is the quickest.
      first?.nodeType > 2 ? first.data = value : first ? el.prepend(value) : el.textContent = value;
    } else if (name === '<') el.innerHTML = value;
    else if (name === '@') for (const each in value) set(el, each, value[each]);
    // What the user has done wins over what the server last heard.
    else if (name[0] === '.' && isAhead(el)) {
      // But what is given back, before the server has heard what was entered behind it, counts as typed once more.
      if ('c' in el.dataset && value && !el.value) {
        if (dirty.has(el)) return known.set(el, value);
        el.value = value;
        note({ target: el });
      } else if (name === '.value' && !waits(el)) known.set(el, value);
    }
    else if (name === '.checked') el.defaultChecked = el.checked = !!value;
    else if (name === '.value') {
      known.set(el, value);
      typed.delete(el);
      const { value: old, selectionStart: start, selectionEnd: end } = el;
      if (textOf(el) === value || el === editing.input) return;
      el.value = value;
      // Who types in the middle stays there.
      start != null && start < old.length && el === doc.activeElement && el.setSelectionRange(start, end);
    } else if (name === 'src' && el.contentWindow) {
      // Going back is not for what stands in a frame.
      el.contentWindow.location.replace((el.shown = value) ?? 'about:blank');
    } else if (value === null) el.removeAttribute(name);
    else el.setAttribute(name, value);
    if (name === 'data-x') loadParts(el);
  };
  /// Sets on a row what a list of parts and names says, to the values behind its key.
  const fill = (row, names, value, { paths }) => {
    for (let i = 0, j = 1; i < names.length; i += 2) set(follow(row, paths[names[i]]), names[i + 1], value[j++]);
  };
  const parse = text => {
    const holder = doc.createElement('template');
    holder.innerHTML = text;
    return holder.content.firstElementChild;
  };

  const load = src => {
    const el = doc.querySelector(`script[src="${src}"]`) ?? doc.head.appendChild(Object.assign(doc.createElement('script'), { src }));
    // One that doesn't come is asked for again, by nobody else until then.
    el.onerror = () => setTimeout(() => {
      el.remove();
      load(src);
    }, 2000);
    return el;
  };
  // More of the client comes when a view that needs it comes on screen; `ghostlight` at the end is what it finds here.
  const loadParts = el => el.dataset.x?.split(' ').forEach(name => mine[name] && load(mine[name]));
  const need = root => {
    // The first of a table's takes its others along.
    for (const { parentNode } of root.querySelectorAll('template')) if (parentNode) template(parentNode);
    root.querySelectorAll('[data-x]').forEach(loadParts);
  };
  const hooks = [];           // called after every patch and picture
  let arrived = [];           // the views that this patch has brought
  let isMany;                 // whether it does so much that nothing is shown moving

  /// Moves it within its parent, with what is being typed in it where browsers can.
  const move = (parent, el, before) => {
    // A page in it would be loaded again: from where it was at first.
    const frames = [el, ...el.getElementsByTagName('iframe')].filter(each => each.contentWindow);
    if (!parent.moveBefore || !frames[0] && !el.contains(doc.activeElement)) {
      if (frames[0]) el.remove();
      for (const frame of frames) frame.src = frame.shown ?? frame.src;
      return parent.insertBefore(el, before);
    }
    const top = scrollY, byKeys = isByKeys();
    // It scrolls to what has the focus.
    parent.moveBefore(el, before);
    byKeys || scrollTo({ top, behavior: 'instant' });
  };

  const operations = [
    (id, name, value) => set(at(id), name, value),
    (id, names, ...values) => {
      const table = at(id), map = rowsOf(table), shape = template(table);
      for (const value of values) fill(map.get(value[0]), names, value, shape);
    },
    (id, text, before) => {
      const el = parse(text);
      // It gets the focus when all of the patch is there. Safari would give it that once more, a frame later.
      el.asks = el.autofocus ? el : el.querySelector('[autofocus]');
      el.asks?.removeAttribute('autofocus');
      at(id).insertBefore(el, at(before));
      need(at(id));
      arrived.push(el);
    },
    id => at(id)?.remove(),
    (parent, id, before) => move(at(parent), at(id), at(before)),
    (id, before, names, ...values) => {
      const table = at(id), map = rowsOf(table), shape = template(table), some = doc.createDocumentFragment();
      const blank = shape.blanks[names.length % 2 ? names.shift() : 0];
      // Those of a screen that comes are there with it.
      const isQuiet = isMany || values.length > 19 || table.dataset.w || arrived.some(el => el.contains(table));
      for (const value of values) {
        const row = blank.cloneNode(true);
        row.setAttribute('data-k', value[0]);
        fill(row, names, value, shape);
        map.set(value[0], row);
        some.append(row);
        isQuiet || ghostlight.appear?.(row);
      }
      table.insertBefore(some, map.get(before));
    },
    (id, ...keys) => {
      const table = at(id), map = rowsOf(table), all = new Set();
      // Of keys in sequence the first and the last are said.
      for (const item of keys) for (let [key, last] = [item, item].flat(); key <= last; key++) all.add(key);
      ghostlight.passFocus?.(table, all);
      // All at once is much quicker.
      if (all.size === map.size) {
        table.replaceChildren();
        return map.clear();
      }
      for (const key of all) {
        map.get(key)?.remove();
        map.delete(key);
      }
    },
    (id, key, before) => {
      const table = at(id), map = rowsOf(table);
      move(table, map.get(key), map.get(before));
    },
    text => { doc.title = text; },
    id => {
      const el = at(id);
      (el?.control ?? el)?.focus();
    },
    path => {
      // A visit that the server has lost is made again.
      path === here() ? history.replaceState(history.state, '', path) : history.pushState({ from: here() }, '', path);
      scrollTo_ = 0;
    },
    path => history.replaceState(history.state, '', path),
    (path, next) => {
      // Going back takes a while, in which no entry can be added: the one that would be left becomes that.
      if (next && history.state?.from === path) {
        history.replaceState(history.state, '', next);
        scrollTo_ = 0;
      } else if (goBack(path)) arriving = path;
      else {
        history.replaceState(history.state, '', path);
        next && operations[10](next);
      }
    },
  ];

  const firstInput = other => [...page.querySelectorAll('main input')].find(input => !other?.contains(input));
  const focusHeading = (heading = page.querySelector('h1')) => {
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  };
  let modals = [];            // the dialogs that lie over the screen, beside it, with what had the focus before each
  const dialogs = () => [...root.children].filter(el => el.ariaModal);
  /// A screen is there: what is wanted has the focus, or what has come and asks for it, or what had it before.
  const settle = (focused, byKeys, arrived, wanted, isOther) => {
    // Of another session's dialogs the page keeps nothing.
    if (isOther) modals = modals.filter(({ el }) => el.isConnected);
    const all = dialogs(), closed = modals.find(({ el }) => !el.isConnected);
    const asks = el => el.asks ?? el.querySelector('[autofocus]'), top = all.findLast(el => arrived.includes(el));
    // Once their rows are there too: of what has come at the same time, a dialog lies over all else.
    wanted ??= top ? asks(top) ?? top.querySelector('a,:enabled') : arrived.map(asks).findLast(Boolean);
    // What had the focus in a dialog that has closed goes with it.
    for (const modal of modals) if (closed?.el.contains(modal.before)) modal.before = closed.before;
    modals = all.map(el => modals.find(modal => modal.el === el) ?? { el, before: closed?.before ?? focused });
    if (wanted) wanted.focus();
    else if (closed?.before.isConnected) closed.before.focus();
    else if (focused.isConnected && doc.activeElement === page) focused.focus({ preventScroll: !byKeys });
    for (const hook of hooks) hook();
  };
  const apply = ops => {
    isMany = ops.length > 50;
    const focused = doc.activeElement, byKeys = isByKeys(), slide = ghostlight.glide?.(ops);
    // While the screen that is left still stands: without it the page is too short to be scrolled.
    if (ops.some(([code]) => code === 10)) history.replaceState({ ...history.state, y: scrollY }, '');
    let wanted;
    arrived = [];
    for (const [code, ...rest] of ops) {
      // The user has gone on in the history, which the server hasn't heard of: that stays as it is.
      if (code > 9 && pending.some(([, text, el]) => !el && text.endsWith(',1]'))) continue;
      operations[code](...rest);
      if (code === 9) wanted = at(rest[0]);
    }
    // A choice that the server hasn't taken yet outlasts what becomes of its option.
    for (const [, text, el] of pending) {
      const value = el?.options && JSON.parse(text)[4];
      if (value != null && [...el.options].some(option => option.value === value)) el.value = value;
    }
    settle(focused, byKeys, arrived, wanted);
    slide?.();
    if (scrollTo_ !== null && isThere()) restoreScroll();
  };
  const restoreScroll = () => {
    const heading = page.querySelector('h1');
    if (heading !== scrollTo_) {
      // To a heading is to the top.
      scrollTo({ top: scrollTo_, behavior: 'instant' });
      if (doc.activeElement === page) focusHeading(heading);
    }
    // What makes the page tall enough may still be on its way.
    if (!page.querySelector('[aria-busy]')) scrollTo_ = null;
  };

  // What the user does

  const send = (el, ...parts) => {
    // An extension's own, beside the screen.
    if (el && !root.contains(el)) return;
    const place = el && target(el);
    // Nor one of somebody's in it.
    if (!(place >= 0 || place[2] >= 0)) return;
    // Half a character, as an input method may leave one, is no text that a server could read.
    const text = JSON.stringify(['i', ++lastIntent, place, ...parts.map(part => part.toWellFormed?.() ?? part)]);
    pending.push([lastIntent, text, el, isReady]);
    addEventListener('beforeunload', sayLast);
    isReady && socket.send(text);
  };
  const flush = el => {
    if (!dirty.has(el)) return;
    clearTimeout(dirty.get(el));
    dirty.delete(el);
    const value = textOf(el);
    if (!el.isConnected || value === (known.get(el) ?? el.defaultValue)) return;
    known.set(el, value);
    const last = pending.at(-1);
    // Of what is typed while nothing can be said the last is enough.
    if (last?.[2] === el && !last[3] && last[0] > spoken && last[1].includes('"c",')) lastIntent = pending.pop()[0] - 1;
    send(el, 'c', value);
  };
  const flushAll = () => [...dirty.keys()].forEach(flush);
  // What answers a path beside the main app's screens: another app, which ends with a slash, or a file. Each is loaded.
  const appAt = path => mine.m?.split(' ').find(base => path === base || base.endsWith('/') && (path + '/').startsWith(base));
  /// What is longer the server can't read.
  const visit = (path, isBack = 0) => path.length > 2048 || send(0, 'v', path, isBack);
  /// Whether no visit waits for its answer.
  const isThere = () => pending.every(([, , el]) => el);

  doc.addEventListener('click', event => {
    const el = event.target.closest('button:not(.handle),a[href],a[role]');
    if (!el || event.button) return;
    if (el.href) {
      // The browser changes the address by itself, and tells of it.
      if (isPath(el.hash)) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || el.target || el.hash) return;
      // Who hasn't been live yet, and has done nothing, needn't wait for that.
      if (!(shown >= 0 || pending.length || dirty.size)) return;
      if (el.origin !== location.origin || appAt(el.pathname) !== appAt(location.pathname)) return;
      event.preventDefault();
      flushAll();
      const path = el.pathname + el.search;
      if (!el.classList.contains('back') || !goBack(path)) visit(path);
    } else if (!el.ariaHasPopup) {
      flushAll();
      // selects.js shows what that selects, and says so.
      send(el, ghostlight.select?.(el) ?? 't');
    }
  });
  const note = ({ target: el, isComposing }) => {
    if (!isText(el) || 'b' in el.dataset) return;
    typed.add(el);
    clearTimeout(dirty.get(el));
    // The beginning of a number is another number. What an input method has under way isn't text yet, and an answer would end it.
    dirty.set(el, isComposing || el.type === 'number' || isBegun(el) ? 0 : setTimeout(flush, 120, el));
  };
  /// Whether it is a date whose year is still being typed: its first digits are those of another.
  const isBegun = el => el.type === 'date' && el.value[0] === '0';
  doc.addEventListener('input', note);
  doc.addEventListener('compositionend', note);
  doc.addEventListener('change', ({ target: el }) => {
    if ('b' in el.dataset) return;
    if (isText(el)) {
      // Also what was changed without typing: by the browser's own fill-in, say.
      dirty.has(el) || dirty.set(el, 0);
      isBegun(el) || flush(el);
    } else if (/^(ch|rad)/.test(el.type)) send(el, 'c', el.defaultChecked = el.checked);
  });
  // What waited for more, or isn't anything, is all that there will be.
  doc.addEventListener('focusout', ({ target }) => flush(target));
  doc.addEventListener('keydown', event => {
    // Who makes events in a script may say a key only by its code.
    const el = event.target, key = { 13: 'Enter', 27: 'Escape' }[event.keyCode || event.which] ?? event.key;
    // The key is an input method's. Of the one that ends a composition Safari says that only by its code.
    if (event.isComposing || event.keyCode === 229) return;
    // As a button does, and the page isn't scrolled.
    if (/^(Enter| )$/.test(key) && el.matches('a[role]')) {
      event.preventDefault();
      event.repeat || el.click();
    }
    if (key === 'Escape' && !root.querySelector(':popover-open')) [...page.querySelectorAll('[aria-modal] .dismiss')].pop()?.click();
    if (key !== 'Enter' || el.localName !== 'input' || !isText(el)) return;
    const form = el.closest('form'), isAlone = 'e' in el.dataset;
    if (!form && !isAlone) return;
    event.preventDefault();
    // One press submits once, however long it is.
    if (event.repeat) return;
    if (isAlone) dirty.delete(el);
    flushAll();
    if (!isAlone) return send(form, 's');
    send(el, 's', textOf(el));
    if ('c' in el.dataset) {
      el.value = '';
      typed.delete(el);
    }
    known.set(el, el.value);
  });
  doc.addEventListener('submit', event => event.preventDefault());
  addEventListener('popstate', ({ state }) => {
    // hash.js knows whether this is another place on the same screen.
    if (ghostlight.stays?.()) return;
    // What is edited there may be gone when its edit would end by itself.
    editing.input?.blur();
    flushAll();
    // What stands behind `#` may be the same screen: as long as its heading stays, it stays where it is.
    scrollTo_ = state ? state.y ?? 0 : page.querySelector('h1');
    // The server has been there first.
    if (arriving === here()) restoreScroll();
    else visit(here(), 1);
    arriving = null;
  });

  // The connection

  /// What the page can do without until it is live, or can't be: then that comes sooner.
  const loadOthers = () => {
    load(mine.link);
    load(mine.focus);
    load(mine.recovery);
  };
  const confirm = number => {
    while (pending[0]?.[0] <= number) {
      pending[0][4] = true;
      kept.push(pending.shift());
    }
  };
  /// What isn't known to be durable is said again on the next connection.
  const takeKept = () => pending.unshift(...kept.splice(0));
  const receive = ([code, ...rest]) => {
    if (+code) {
      if (code <= seq) return;
      if (code !== seq + 1) return socket.close(4000);
      shown = seq = code;
      const waited = pending.length;
      confirm(rest[1]);
      apply(rest[0]);
      // The user waits for this: what the next frame shows is laid out until it begins, and not only then. Who observes what has changed
      // comes first.
      if (waited && !pending.length) queueMicrotask(() => page.offsetHeight);
    } else if (code === 'w') {
      isReady = true;
      shown = acknowledged = 0;
      most = rest[1];
      // The number that what is shown has now.
      seq = rest[4] ?? seq;
      offline = clearTimeout(offline);
      html.dataset.live = 'on';
      loadOthers();
      // What the server has taken is confirmed behind the patches that this page has missed.
      for (const intent of pending) {
        intent[3] = true;
        if (intent[0] > rest[0]) socket.send(intent[1]);
      }
    } else if (code === 'f') {
      // A patch has overtaken it.
      if (rest[0] < shown) return;
      // recovery.js shows it, which comes: so does the picture, again. Where it doesn't come, another page has another.
      if (!ghostlight.show) return drop(vain++ < 3 ? 4000 : 4404);
      confirm(rest[5]);
      // What is asked for anew has the numbers that the page has.
      ghostlight.show(rest[1], rest[2], rest[4] && seq + 1);
      seq = rest[0];
      // Unless the user has gone on since.
      if (rest[3] !== here() && isThere()) history.replaceState(null, '', rest[3]);
    } else {
      const intent = pending.find(([n]) => n === rest[0]);
      // recovery.js sees to it when it is there.
      if (code === 'r' && intent && !ghostlight.heard) refused.push([intent, rest[1]]);
      // The visit has changed nothing.
      if (intent?.[2] === 0) scrollTo_ = null;
      confirm(rest[0]);
      while (kept[0]?.[0] <= rest[0]) kept.shift();
    }
  };
  // Tell the server what is shown, so that it needn't keep it and sees how fast the page is.
  const acknowledge = () => {
    volume = 0;
    if (isReady && acknowledged !== seq) socket.send(JSON.stringify(['a', acknowledged = seq]));
  };
  const take = message => {
    // It was held back, and came on a connection that another has taken over from: it comes again.
    if (!isReady && message[0] !== 'w') return;
    try {
      ghostlight.heard?.(message) || receive(message);
    } catch (error) {
      // Somebody else has changed the page, an extension perhaps: a picture puts it right.
      reportError(error);
      seq = -1;
      socket?.close(4000);
    }
  };
  const hello = () => JSON.stringify(['h', mine.s, mine.t, seq]);
  // A page of somebody's on the way may come in a script's place, as where one must sign in to a network first.
  addEventListener('error', event => { for (const el of doc.scripts) if (el.src === event.filename && /'</.test(event.message)) el.onerror?.(); });
  /// What waits for an answer when the page is left may never have been sent, or not arrive: the browser sees to it. Before it asks for the
  /// next page, with a word for the server that this one is to show what comes of it; and when that is there, for what was done meanwhile.
  const sayLast = ({ type }) => {
    flushAll();
    const isLeft = type === 'pagehide', said = [...pending], text = () => [hello(), ...said.map(intent => intent[1])].join('\n');
    const note = () => said.forEach(intent => intent[3] = true);
    // Of more than a beacon may have, as much as it may.
    while (said[0] && !(isLeft ? navigator.sendBeacon('/ghostlight/beacon', text()) : new Blob([text()]).size < 65537)) said.pop();
    // The browser may keep the page for who comes back.
    if (isLeft) return note();
    // Who is asked may stay: then it is to be known whether it was heard.
    if (said[0]) fetch('/ghostlight/beacon', { method: 'POST', body: text(), keepalive: true }).then(({ status }) => status === 204 && note(), () => {});
    // What was sent before may not be answered yet.
    doc.cookie = `ghostlight-said-${mine.s}=${spoken = pending[0] ? said.at(-1)?.[0] : lastIntent};path=/;max-age=2;samesite=strict`;
    // Writing doesn't wait until it is done, and the request that is to bring it along might be quicker. Reading does.
    doc.cookie;
  };
  addEventListener('pagehide', sayLast);
  const connect = link => {
    // An open one takes over from one that is welcome: by then the server has read that one's hello.
    if (link ? !isReady : socket?.readyState < 2) return;
    isReady = ghostlight.ended = false;
    const own = socket = link ?? ghostlight.dial?.() ?? new WebSocket(`${location.origin.replace('http', 'ws')}/ghostlight/live`);
    takeKept();
    own.onopen = () => own.send(hello());
    own.onmessage = ({ data }) => {
      if (own !== socket) return;
      take(JSON.parse(data));
      // Every 64 KB or 16 messages.
      if ((volume += data.length + 4096) > 65535) acknowledge();
    };
    own.onclose = ({ code }) => own === socket && lose(code);
  };
  /// Says so, and has what does something about it.
  const goOffline = () => {
    html.dataset.live = 'off';
    loadOthers();
  };
  const lose = code => {
    isReady = false;
    takeKept();
    offline ??= setTimeout(goOffline, 1000);
    if (ghostlight.lost) return ghostlight.lost(code);
    // recovery.js does better, as soon as it is there.
    ghostlight.ended = [code];
    setTimeout(() => ghostlight.lost || (code > 4400 ? location.reload() : connect()), 1000);
    loadOthers();
  };
  /// Gives up a connection, whatever becomes of it.
  const drop = code => {
    socket?.close();
    socket = null;
    lose(code);
  };
  /// Speaks for a session from the next hello on.
  const adopt = (s, t, q, last) => {
    Object.assign(mine, { s, t });
    seq = +q;
    lastIntent = last;
    spoken = 0;
    pending.length = kept.length = 0;
  };

  setInterval(() => {
    acknowledge();
    // Some browsers keep no page for who comes back that listens to this all the time; and to begin and end with each act takes time.
    lastOnce === lastIntent && !pending[0] && removeEventListener('beforeunload', sayLast);
    lastOnce = lastIntent;
  }, 5000);
  window.ghostlight = {
    acknowledge, adopt, at, connect, dirty, drop, editing, flush, flushAll, hooks, isText, known, mine, number, pending, refused, send, take, textOf, target, typed, visit,
    dialogs, firstInput, focusHeading, forget, isAhead, isByKeys, load, move, need, parse, root, set, settle, waits, follow, here, stay: () => { if (isThere()) scrollTo_ = null; }, isThere, isArriving: () => arriving !== null, template, last: (to = lastIntent) => lastIntent = to, say: (text, isEarly) => (isReady || isEarly) && socket.send(text),
  };
  forget();
  need(root);
  // What was done before this was here to hear of it, or the browser has brought back.
  for (const el of root.querySelectorAll('input,textarea,select')) {
    // Some values browsers show otherwise than they are written.
    if (isText(el)) [el.defaultValue, parse(el.outerHTML).value].includes(el.value) || note({ target: el });
    else if (el.defaultChecked !== el.checked && (el.checked || el.type === 'checkbox')) send(el, 'c', el.defaultChecked = el.checked);
  }
  // It may have been made for another place than this: servers don't see what stands behind `#`.
  if ((mine.a || location.pathname + location.search) !== here()) visit(here(), 1);
  // A page that was loaded anew goes on with another session than its own, as soon as it has what knows which: what is done or typed until
  // then would be so in the wrong one, and gone.
  (page.inert = history.state?.renews) ? loadOthers() : connect();
  // A first connection that nobody answers is lost like any other.
  setTimeout(() => shown ?? goOffline(), 4000);
})();
