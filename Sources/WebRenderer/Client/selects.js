// The browser's side of tables whose rows are selected by a link in them. Loaded when one comes on screen.
(() => {
  'use strict';
  const { hooks, pending } = ghostlight;

  /// Shows at once that the row of a link is selected, and no other, if that is what the link does.
  ///
  /// Returns what is said of it then.
  ghostlight.select = el => {
    const row = el?.dataset?.o && el.closest('[data-k]');
    if (!row?.parentNode) return;
    // Browsers keep such a list: with a thousand rows that is ten times quicker than to look at each.
    for (const other of [...row.parentNode.getElementsByClassName(el.dataset.o)]) {
      if (other === row || other.parentNode !== row.parentNode) continue;
      other.classList.remove(el.dataset.o);
      other.ariaCurrent = null;
    }
    row.classList.add(el.dataset.o);
    row.ariaCurrent = 'true';
    return 'o';
  };
  // A patch or a picture may have been on its way meanwhile.
  hooks.push(() => { for (const [, , el] of pending) ghostlight.select(el); });
})();
