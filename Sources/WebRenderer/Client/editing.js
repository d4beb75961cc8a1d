// The browser's side of editing in place: an input stands for a label from a double click on that until Enter, Escape or the end of
// its focus. Loaded when a table with such inputs comes on screen.
(() => {
  'use strict';
  const doc = document, { editing, flushAll, known, send, textOf } = window.ghostlight;

  const begin = label => {
    let around = label, input;
    while (!(input = around.querySelector('[data-b]'))) around = around.parentNode;
    Object.assign(editing, { input, around, look: label.dataset.d });
    around.classList.add(editing.look);
    // What the server says now, whatever was typed here and given up before.
    input.value = known.get(input) ?? input.defaultValue;
    input.focus();
    input.selectionStart = input.value.length;
  };
  const end = isDone => {
    const { input, around, look } = editing;
    editing.input = editing.around = null;
    around.classList.remove(look);
    flushAll();
    if (isDone && input.isConnected) send(input, 's', textOf(input));
    input.blur();
  };
  doc.addEventListener('dblclick', ({ target }) => {
    const label = target.closest('[data-d]');
    if (label) begin(label);
  });
  // Before the core hears of it.
  doc.addEventListener('keydown', event => {
    if (event.target !== editing.input || !/^(Enter|Escape)$/.test(event.key) || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === 'Enter');
  }, true);
  doc.addEventListener('blur', ({ target }) => {
    if (target === editing.input) end(true);
  }, true);
})();
