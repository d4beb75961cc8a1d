// The browser's side of editing in place: an input stands for a label from a double click on that, or F2 on something else in its row,
// until Enter, Escape or the end of its focus. Loaded when a table with such inputs comes on screen.
(() => {
  'use strict';
  const doc = document, { editing, flushAll, hooks, known, pending, send, textOf } = window.ghostlight;

  const entered = new WeakMap(); // what was said last of an input
  const labels = new WeakMap();  // what an input stood for then, and what that said
  /// Whether what was entered last wasn't taken: the field still has it, and the label says otherwise; but not by somebody's translation.
  const isRefused = (input, label) => {
    const text = entered.get(input);
    return text != null && text === known.get(input) && text !== label.textContent && !label.firstElementChild;
  };
  const isPending = input => pending.some(([, , el]) => el === input);
  let timer, isPressed;       // whether a pointer is down on something to click, or was just now
  let showEnd;                // shows the end of an edit that it was pressed at: the click, if one comes, must hit what was aimed at
  const settle = () => {
    clearTimeout(timer);
    showEnd?.();
    isPressed = showEnd = null;
  };
  editing.settle = settle;
  const settleIn = time => {
    clearTimeout(timer);
    timer = setTimeout(settle, time);
  };
  const look = () => editing.around?.classList.add(editing.label.dataset.d);
  /// `from` has the focus until then, if it isn't begun by a pointer.
  const begin = (label, from) => {
    // A double click alone doesn't take the focus from where it is.
    if (editing.input) end();
    settle();
    let around = label, input;
    while (!(input = around.querySelector('[data-b]'))) around = around.parentNode;
    // What the server says now, or was last told, whatever was typed here and given up before.
    let text = known.get(input) ?? input.defaultValue;
    // Nobody goes on from nothing.
    if (!text && isRefused(input, label)) text = label.textContent;
    Object.assign(editing, { input, around, label, text, from });
    look();
    input.value = text;
    input.focus();
    input.selectionStart = text.length;
  };
  /// Ends it, by a key or the end of the focus. `next` gets the focus, or nothing does.
  const end = (key, next) => {
    const { input, around, label, text } = editing, typed = textOf(input), value = input.dataset.i === '' ? typed.trim() : typed;
    const wasRefused = isRefused(input, label);
    editing.input = editing.around = null;
    flushAll();
    let isEntered;
    if (key === 'Escape') {
      if (wasRefused) known.set(input, label.textContent);
      input.value = known.get(input) ?? input.defaultValue;
    // Who presses Enter wants it, though it is what wasn't taken before; who only looks elsewhere doesn't.
    } else if (input.isConnected && (typed !== text && value !== text || key && wasRefused && value === entered.get(input))) {
      // Shown, and known if it is edited again, before the server answers: it says what it is called then, or that it wasn't taken.
      known.set(input, value);
      entered.set(input, value);
      // A script may have entered the one that is pending, without editing it.
      labels.set(input, [label, (isPending(input) ? labels.get(input)?.[1] : null) ?? label.textContent]);
      isEntered = true;
      if (value !== typed) input.value = value;
      send(input, 's', value);
    } else input.value = text;
    showEnd = () => {
      around.classList.remove(label.dataset.d);
      // Not over what the server has said to it meanwhile.
      if (!isEntered || !isPending(input)) return;
      label.textContent = value;
      // Behind what becomes of the focus.
      value || queueMicrotask(() => ghostlight.remove?.(input));
    };
    isPressed || settle();
    next?.isConnected ? next.focus() : input.blur();
  };
  // A patch or a picture may have set another.
  hooks.push(look);
  // What answers an earlier entry may have been on its way.
  const show = say => { for (const [, text, el] of pending) if (labels.has(el)) labels.get(el)[0].textContent = say(labels.get(el), JSON.parse(text)[4]); };
  hooks.push(() => show(([label], text) => text ?? label.textContent));
  // By what it says a row may be known.
  editing.undo = () => show(([, before]) => before);
  editing.cancel = () => editing.input && end('Escape');
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
    end(key, editing.from);
  }, true);
  // Only on what recovery.js holds answers back for until the click. Elsewhere an edit that was entered could be known to be carried out by
  // then, and not be answered: the label would say what it had said before.
  addEventListener('pointerdown', ({ target }) => {
    if (!target.closest?.('button:not(.handle),a,label,summary,[role=option],[type=checkbox],[type=radio]')) return settle();
    isPressed = true;
    settleIn(700);
  }, true);
  addEventListener('pointerup', () => settleIn(50), true);
  addEventListener('click', settle);
  doc.addEventListener('blur', ({ target }) => {
    if (target === editing.input) end();
  }, true);
})();
