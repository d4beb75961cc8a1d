// What a page does that was loaded anew behind a deploy: it goes on with the session of the page that it was, and is as that was. It is
// a part of its own, since few pages need it, and they come from the server that has it.
(() => {
  'use strict';
  const page = document.body, core = window.ghostlight, { alike, mine } = core, [, session, token, last, top, places] = core.renewed;
  /// Calls `body` with each that was noted and is there, and with what was noted.
  const each = body => {
    for (const [kind, name, index, ...noted] of places) {
      const el = alike(kind, name)[index];
      if (el) body(el, ...noted);
    }
  };
  let since;
  core.adopt(session, token, -1, last);
  core.drop();
  // What is done before its picture has come would be done to the rows that have those numbers in this session.
  page.inert = true;
  core.hooks.push(() => {
    page.inert = false;
    // That session is gone, and this is another.
    if (mine.s !== session) return;
    const now = performance.now(), isFirst = !since;
    since ??= now;
    // A large table has asked for the rows where it stands without this, and goes back there when they come.
    if (!isFirst) {
      if (now - since < 1000) setTimeout(each, 0, (el, scrollTop) => { if (el.dataset.w) el.scrollTop = scrollTop; });
      return;
    }
    setTimeout(() => {
      each((el, ...noted) => { if (noted[5] != null) el.open = noted[5]; });
      scrollTo({ top, behavior: 'instant' });
      each((el, scrollTop, isFocused, ...selection) => {
        isFocused && el.focus({ preventScroll: true });
        if (selection[2]) el.setSelectionRange(...selection.slice(0, 3));
        el.scrollTop = scrollTop;
      });
    });
  });
})();
