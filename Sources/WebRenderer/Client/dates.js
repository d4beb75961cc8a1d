// The browser's side of inputs for dates. Loaded when one comes on screen.
(() => {
  'use strict';
  const { dirty } = ghostlight;

  // Of half a date browsers tell nothing while it is typed, and say that it is empty: it would be saved as none.
  const note = ({ target: el }) => { if (el.type === 'date' && el.validity.badInput) dirty.set(el, 0); };
  // When a key has done what it does; and before others hear that its user is done with it.
  for (const kind of ['keyup', 'focusout', 'keydown']) document.addEventListener(kind, note, true);
})();
