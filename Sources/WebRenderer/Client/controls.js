// The browser's side of tabs, menus and files. Loaded when one comes on screen.
(() => {
  'use strict';
  const doc = document, { hooks, mine, send } = window.ghostlight;

  // Arrow keys between things that are one stop for the Tab key.

  /// The item that a key leads to, if it is such a key. With others it is the browser's, as Alt and an arrow are its way back.
  const next = ({ key, altKey, ctrlKey, metaKey }, items, now, isRow) => {
    if (altKey || ctrlKey || metaKey) return;
    const isBack = isRow && getComputedStyle(now).direction === 'rtl';
    const [before, after] = !isRow ? ['ArrowUp', 'ArrowDown'] : isBack ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    const at = items.indexOf(now), count = items.length;
    if (key === before) return items[(at - 1 + count) % count];
    if (key === after) return items[(at + 1) % count];
    if (key === 'Home') return items[0];
    if (key === 'End') return items[count - 1];
  };

  // Tabs: the selected one is the stop; arrows select.

  const rove = () => {
    for (const tab of doc.querySelectorAll('[role=tab]')) tab.tabIndex = tab.ariaSelected === 'true' ? 0 : -1;
  };
  const moveTab = (event, tab) => {
    const tabs = [...tab.parentNode.children].filter(el => !el.disabled && !el.hidden);
    const to = next(event, tabs, tab, true);
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.click();
  };

  // Menus: the browser opens and closes them; the first item has the focus then.

  const join = button => {
    const menu = button.popoverTargetElement ??= button.nextElementSibling;
    const first = menu.querySelector('[role=menuitem]:not([hidden],[disabled])');
    for (const item of menu.children) item.autofocus = item === first;
  };
  // Where the style sheet can't tie the menu to its button.
  const place = (menu, button) => {
    if (CSS.supports('position-area: block-end')) return;
    const box = button.getBoundingClientRect(), isLow = box.bottom + menu.offsetHeight > innerHeight && box.top > innerHeight / 2;
    const left = Math.min(box.left, innerWidth - menu.offsetWidth - 8);
    Object.assign(menu.style, { left: `${left}px`, top: `${isLow ? box.top - menu.offsetHeight - 4 : box.bottom + 4}px` });
  };
  const moveItem = (event, item) => {
    const menu = item.closest('[role=menu]'), items = [...menu.children].filter(el => !el.disabled && !el.hidden);
    let to = next(event, items, item, false);
    if (event.key === 'Tab') menu.hidePopover();
    if (!to && event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const letter = event.key.toLowerCase(), from = items.indexOf(item) + 1;
      to = [...items.slice(from), ...items].find(el => el.textContent.toLowerCase().startsWith(letter)) ?? item;
    }
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  doc.addEventListener('click', ({ target }) => {
    const button = target.closest('[aria-haspopup=menu]');
    if (button) join(button);
    target.closest('[role=menuitem]')?.parentNode.hidePopover();
  }, true);
  doc.addEventListener('toggle', ({ target: menu, newState }) => {
    if (newState === 'open' && menu.matches('[role=menu]')) place(menu, menu.previousElementSibling);
  }, true);
  doc.addEventListener('keydown', event => {
    const el = event.target.closest('[role=tab],[role=menuitem],[aria-haspopup=menu]');
    if (!el) return;
    if (el.role === 'tab') moveTab(event, el);
    else if (el.role === 'menuitem') moveItem(event, el);
    else if (event.key === 'ArrowDown') {
      event.preventDefault();
      el.click();
    }
  });
  // Files: each goes by itself, to an address of its own. What becomes of it the server shows on the screen.

  const coming = ghostlight.coming = new Map(); // what is on its way from a picker: files, and the request for one of them
  const behind = new WeakSet(); // files that wipe no reasons: chosen together with one that goes before them, or before a reason came
  /// Found anew each time: where it is called otherwise since, a picture has brought another.
  const chooser = picker => picker.querySelector('[type=file]');
  // A connection may be gone without anybody having been told: what hasn't moved for twenty seconds is broken off, and goes again. The next
  // time that takes twice as long: a line may be slow, or a server that has all of it.
  const put = (picker, file, job, id, tell) => new Promise(done => {
    const request = job.request = new XMLHttpRequest();
    let timer, end;
    const wait = (time = job.patience) => {
      clearTimeout(timer);
      end = performance.now() + time;
      timer = setTimeout(() => {
        job.patience *= 2;
        request.abort();
      }, time);
    };
    job.hurry = () => wait(Math.min(job.patience / 4, end - performance.now()));
    const say = (name, value) => request.setRequestHeader('Ghostlight-' + name, value);
    request.open('POST', '/ghostlight/files');
    say('Session', mine.s);
    say('Token', mine.t);
    say('View', ghostlight.number(picker));
    say('File', encodeURIComponent(file.name.toWellFormed?.() ?? file.name));
    say('Size', file.size);
    say('Upload', id);
    if (behind.has(file)) say('Behind', 1);
    request.setRequestHeader('Content-Type', file.type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => {
      wait();
      tell(loaded);
    };
    // Somebody between may refuse it, who tells the user nothing: what large files may be a proxy has a word in, too.
    request.onloadend = () => {
      clearTimeout(timer);
      job.hurry = null;
      done(/^text\/plain/.test(request.getResponseHeader('Content-Type')) ? request.status : 0);
    };
    wait();
    // What is too large is refused by its size alone.
    request.send(file.size > chooser(picker).dataset.m ? null : file);
  });
  // Sooner where the page has just found another network, or its server again, which it notes each time.
  const hurry = () => { for (const job of coming.values()) job.hurry?.(); };
  addEventListener('online', hurry);
  const html = doc.documentElement;
  new MutationObserver(() => { if (html.dataset.live === 'on') hurry(); }).observe(html, { attributeFilter: ['data-live'] });
  /// Whether the server answers. Connections that the browser has kept may be gone too: as many are tried as it has at most, and those that
  /// are silent by the time one is heard are used no more.
  const answers = async job => {
    const trial = job.trial = new AbortController(), timer = setTimeout(() => trial.abort(), 1e4);
    const ask = () => fetch(mine.controls, { method: 'HEAD', cache: 'no-store', signal: trial.signal });
    const isHeard = await Promise.any(Array.from({ length: 6 }, ask)).then(() => true, () => false);
    clearTimeout(timer);
    trial.abort();
    return isHeard;
  };
  // A file that was lost on its way with the connection, because the server was away, or because its picker couldn't be used or has got
  // another number, goes again once the page is live; when that fails too often, the server is told of it, which tells the user.
  // Tells whether it was taken.
  const deliver = async (picker, file, job, isMeant, tell) => {
    // The same however often it goes: it may have arrived, and the answer been lost.
    const id = [...crypto.getRandomValues(new Uint8Array(22))].map(byte => (byte & 15).toString(16)).join('');
    job.patience = 2e4;
    for (let left = 5; isMeant();) {
      const status = await put(picker, file, job, id, tell);
      const mayChange = !status || status === 403 || status === 409 && picker.isConnected || status >= 502 && status !== 507;
      if (!mayChange || !isMeant()) return status === 200;
      if (!--left) return send(picker, 'c', true);
      do await new Promise(done => setTimeout(done, 1200)); while (isMeant() && (html.dataset.live !== 'on' || !status && !await answers(job)));
    }
  };
  const parts = picker => [picker.querySelector('progress'), picker.querySelector('.cancel')];
  /// A picture has them hidden, since the server doesn't know.
  const reveal = () => {
    for (const picker of coming.keys()) for (const el of parts(picker)) el.hidden = false;
  };
  const upload = async (input, files) => {
    const picker = input.parentNode, job = { files }, isMeant = () => coming.get(picker) === job;
    for (const file of files.slice(1)) behind.add(file);
    // What is chosen while others are on their way goes behind them.
    if (coming.has(picker)) return coming.get(picker).files.push(...files);
    const sum = () => files.reduce((sum, file) => sum + file.size, 0) || 1;
    let before = 0;
    coming.set(picker, job);
    reveal();
    for (const file of files) {
      if (!isMeant()) break;
      const isTaken = await deliver(picker, file, job, isMeant, loaded => { parts(picker)[0].value = (before + loaded) / sum(); });
      // All that wait by now were chosen before that was told.
      if (!isTaken) for (const later of files) behind.add(later);
      before += file.size;
    }
    if (isMeant()) coming.delete(picker);
    // Called off, and others chosen since: these are theirs now.
    coming.has(picker) || rest(picker);
  };
  /// Nothing comes from it any more.
  const rest = picker => {
    const [bar, cancel] = parts(picker), now = chooser(picker);
    if (doc.activeElement === cancel) now.focus();
    bar.hidden = cancel.hidden = true;
    bar.removeAttribute('value');
    now.value = '';
  };
  /// Calls off what is on its way, and tells the server that this is meant.
  const callOff = picker => {
    const job = coming.get(picker);
    if (!coming.delete(picker)) return false;
    send(picker, 'c', false);
    job.request?.abort();
    job.trial?.abort();
    rest(picker);
    return true;
  };
  doc.addEventListener('click', event => {
    const picker = event.target.closest('.files .cancel')?.closest('.files');
    if (!picker) return;
    event.stopImmediatePropagation();
    callOff(picker);
  }, true);
  doc.addEventListener('keydown', event => {
    const picker = event.key === 'Escape' && event.target.closest('.files');
    if (picker && callOff(picker)) event.stopImmediatePropagation();
  }, true);
  doc.addEventListener('change', ({ target: input }) => { if (input.type === 'file' && input.files.length) upload(input, [...input.files]); });

  hooks.push(rove, reveal);
  rove();
})();
