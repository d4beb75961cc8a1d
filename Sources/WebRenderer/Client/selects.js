// The browser's side of tables whose rows are selected by a link in them. Loaded when one comes on screen.
(() => {
  'use strict';
  const { hooks, pending } = ghostlight;
  let last;                   // the row that was selected here, as long as no patch may have selected another

  /// Shows at once that the row of a link is selected, and no other, if that is what the link does.
  ///
  /// Returns what is said of it then.
  ghostlight.select = el => {
    const row = el?.dataset?.o && el.closest('[data-k]');
    if (!row?.parentNode) return;
    for (const other of last?.parentNode === row.parentNode ? [last] : row.parentNode.children) {
      if (other === row || !other.hasAttribute('aria-current')) continue;
      other.classList.remove(el.dataset.o);
      other.ariaCurrent = null;
    }
    row.classList.add(el.dataset.o);
    row.ariaCurrent = 'true';
    last = row;
    return 'o';
  };
  // A patch or a picture may have been on its way meanwhile.
  hooks.push(() => {
    last = null;
    for (const [, , el] of pending) ghostlight.select(el);
  });
})();
