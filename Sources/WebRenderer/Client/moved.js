// Where a screen has gone elsewhere before there was a page for it, perhaps since what was asked for isn't there any more. It has one
// address then, as if it had been asked for by that. Loaded with such pages alone.
(() => {
  'use strict';
  const { isThere, mine } = window.ghostlight;
  // Unless the user has gone on since.
  if (isThere()) history.replaceState(history.state, '', mine.l);
})();
