// The browser's side of buttons that remove a row, or all that are ticked, and of inputs that do so when they are emptied. Loaded when one
// comes on screen.
(() => {
  'use strict';
  const doc = document, { at, hooks, pending } = window.ghostlight;

  const removed = new Map(); // the rows that are removed, by the number of the act that does it
  const rowOf = el => el.closest('[data-k]');
  /// Those that a button removes.
  const rowsFor = el => rowOf(el) ? [rowOf(el)]
    : [...at(el.getAttribute('aria-controls')?.slice(1))?.querySelectorAll('[data-y]:checked') ?? []].map(rowOf);
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
  /// Has the rows go that an element removes, which the client has said in this intent.
  const remove = (el, intent) => {
    const rows = rowsFor(el);
    if (intent?.[2] !== el || removed.has(intent[0]) || !rows[0]) return;
    removed.set(intent[0], rows);
    const table = rows[0].parentNode;
    if (rowOf(el)) ghostlight.passFocus?.(table, new Set([+rows[0].dataset.k]));
    rows.forEach(hide);
    // What ticks all rows is as those are that are left.
    ghostlight.followRows?.();
  };
  doc.addEventListener('click', ({ target }) => {
    const el = target.closest?.('button[data-r],a[data-r]');
    if (el) remove(el, pending.at(-1));
  });
  ghostlight.remove = input => { if (input.dataset.r === '') remove(input, pending.findLast(([, , el]) => el === input)); };
  // Before what ticks all rows looks at them.
  hooks.unshift(look);
  // What is confirmed may be refused, or have led to nothing; that comes without a patch.
  pending.shift = () => {
    queueMicrotask(look);
    return Array.prototype.shift.call(pending);
  };
})();
