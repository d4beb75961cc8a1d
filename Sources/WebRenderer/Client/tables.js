// The browser's side of tables with more rows than a screen holds. Loaded when one comes on screen.
(() => {
  'use strict';
})();
