// The browser's side of buttons that remove a row, or all that are ticked. Loaded when one comes on screen.
(() => {
  'use strict';
  const doc = document, { at, hooks, pending } = window.ghostlight;

  const removed = new Map(); // the rows that are removed, by the number of the act that does it
  const rowOf = el => el.closest('[data-k]');
  /// Those that a button removes.
  const rowsFor = el => rowOf(el) ? [rowOf(el)]
    : [...at(el.getAttribute('aria-controls')?.slice(1))?.querySelectorAll('[data-g]:checked') ?? []].map(rowOf);
  const show = row => {
    row.removeAttribute('data-gone');
    row.style.removeProperty('display');
  };
  /// Out of sight and reach, whatever a style sheet says. Where the server knows it, it stays until that takes it away.
  const hide = row => {
    row.dataset.gone = '';
    row.style.setProperty('display', 'none', 'important');
  };
  /// Shows the rows again that are still there though what was to remove them is answered, and hides the others, which a patch or a picture may
  /// have shown.
  const look = () => {
    if (!removed.size) return;
    const runs = [...doc.querySelectorAll('[data-u]')].flatMap(({ dataset: { u } }) => u.split(' ')).map(run => run.split('-'));
    const shown = new Set();
    for (const [n, rows] of removed) {
      if (pending.some(([each]) => each === n) || runs.some(([first, last = first]) => n >= +first && n <= +last)) continue;
      removed.delete(n);
      rows.forEach(row => shown.add(row));
    }
    for (const rows of removed.values()) for (const row of rows) shown.delete(row) || hide(row);
    shown.forEach(show);
  };
  doc.addEventListener('click', ({ target }) => {
    const el = target.closest?.('[data-r]'), last = pending.at(-1);
    // The client has said so just now.
    if (!el || last?.[2] !== el || removed.has(last[0])) return;
    const rows = rowsFor(el);
    if (!rows[0]) return;
    removed.set(last[0], rows);
    const table = rows[0].parentNode;
    if (rowOf(el)) ghostlight.passFocus?.(table, new Set([+rows[0].dataset.k]));
    rows.forEach(hide);
  });
  hooks.push(look);
  // What is confirmed may be refused, or have led to nothing; that comes without a patch.
  pending.shift = () => {
    queueMicrotask(look);
    return Array.prototype.shift.call(pending);
  };
})();
