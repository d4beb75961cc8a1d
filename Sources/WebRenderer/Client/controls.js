// The browser's side of dialogs, menus, tabs and files. Loaded when one comes on screen.
(() => {
  'use strict';
})();
