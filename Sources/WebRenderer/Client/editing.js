// The browser's side of editing in place: an input stands for a label from a double click on that, or F2 on something else in its row,
// until Enter, Escape or the end of its focus. Loaded when a table with such inputs comes on screen.
(() => {
  'use strict';
  const doc = document, { editing, flushAll, hooks, known, send, textOf } = window.ghostlight;

  const entered = new WeakMap();
  const look = () => editing.around?.classList.add(editing.label.dataset.d);
  /// `from` has the focus until then, if it isn't begun by a pointer.
  const begin = (label, from) => {
    // A double click alone doesn't take the focus from where it is.
    if (editing.input) end(true);
    let around = label, input;
    while (!(input = around.querySelector('[data-b]'))) around = around.parentNode;
    // What the server says now, or was last told, whatever was typed here and given up before.
    const text = known.get(input) ?? input.defaultValue;
    // What was entered and isn't taken is still there, and is said again though it is the same.
    const isNew = text === entered.get(input) && text !== label.textContent;
    Object.assign(editing, { input, around, label, text: isNew ? null : text, from });
    look();
    input.value = text;
    input.focus();
    input.selectionStart = text.length;
  };
  /// Ends it. `next` gets the focus, or nothing does.
  const end = (isDone, next) => {
    const { input, around, label, text } = editing, value = textOf(input);
    editing.input = editing.around = null;
    around.classList.remove(label.dataset.d);
    flushAll();
    if (!isDone && text === null) known.set(input, label.textContent);
    if (isDone && input.isConnected && value !== text) {
      // Shown, and known if it is edited again, before the server answers: it says what it is called then, in any case.
      known.set(input, value);
      entered.set(input, value);
      label.textContent = value;
      send(input, 's', value);
    }
    next?.isConnected ? next.focus() : input.blur();
  };
  // A patch or a picture may have set another.
  hooks.push(look);
  doc.addEventListener('dblclick', ({ target }) => {
    const label = target.closest('[data-d]');
    if (label) begin(label);
  });
  // Before the core hears of it.
  doc.addEventListener('keydown', event => {
    // As in the core: a script may say a key only by its code.
    const { target } = event, key = { 13: 'Enter', 27: 'Escape' }[event.keyCode || event.which] ?? event.key;
    const label = key === 'F2' && target !== editing.input && target.closest('[data-k]')?.querySelector('[data-d]');
    if (label) {
      event.preventDefault();
      return begin(label, target);
    }
    // Safari doesn't call the key that ends a composition composing.
    if (target !== editing.input || !/^(Enter|Escape)$/.test(key) || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    end(key === 'Enter', editing.from);
  }, true);
  doc.addEventListener('blur', ({ target }) => {
    if (target === editing.input) end(true);
  }, true);
})();
