// The browser's side of boxes that tick a box in every row of a table. Loaded when one comes on screen.
(() => {
  'use strict';
  const { at, hooks, pending, send } = window.ghostlight;

  /// Ticks the boxes that `all` is for as that is, but for those that the user has done something with by themselves.
  const tick = (all, own) => {
    const table = at(all.getAttribute('aria-controls').slice(1));
    for (const box of table?.querySelectorAll('[data-g]:enabled') ?? []) if (!own?.has(box) && !box.closest('[inert],[hidden]')) box.checked = all.checked;
  };
  // In place of the core: what it would say is that this box alone has changed.
  document.addEventListener('change', event => {
    const el = event.target;
    if (el.dataset.x !== 'ticks') return;
    event.stopPropagation();
    tick(el);
    send(el, 'p', el.checked);
  }, true);
  // A patch or a picture may have been on its way when it was clicked. Of a row's own clicks those before were for nothing.
  hooks.push(() => {
    const all = pending.map(intent => intent[2]), own = new Set(all);
    for (const el of all) if (el.dataset?.x === 'ticks') tick(el, own);
  });
})();
