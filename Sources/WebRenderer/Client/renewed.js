// What a page does that was loaded anew behind a deploy: it goes on with the session of the page that it was, and is as that was. It is
// a part of its own, since few pages need it, and they come from the server that has it.
(() => {
  'use strict';
  const page = document.body, core = window.ghostlight, { alike, dirty, mine, nameOf, typed } = core;
  // What noted less was another program.
  const [, session, token, last, top, places, texts = []] = core.renewed;
  /// Calls `body` with each that was noted and is there, and with what was noted.
  const each = body => {
    for (const [kind, name, index, ...noted] of places) {
      const el = alike(kind, name)[index];
      if (el) body(el, ...noted);
    }
  };
  // What was typed before the client was there, which lets nobody type until that session's picture has come; not so what the browser has
  // filled in.
  const isTyped = el => typed.has(el) && !('private' in el.dataset) && el.type !== 'password' && !el.matches(':autofill') && !texts.includes(el.value);
  const drafts = !navigator.userActivation?.hasBeenActive ? [] : [...page.querySelectorAll('input,textarea')].filter(isTyped).map(el => {
    const kind = el.localName, name = nameOf(el);
    return [kind, name, alike(kind, name).indexOf(el), el.value];
  });
  /// Goes on with it, behind what that session has in the same place.
  const type = ([kind, name, index, text]) => {
    const el = alike(kind, name)[index];
    // Of a number or a date there is no end to add to.
    if (!el || el.value && el.selectionStart === null) return;
    el.value = text.startsWith(el.value) ? text : el.value + text;
    el.focus({ preventScroll: true });
    el.dispatchEvent(new Event('input', { bubbles: true }));
  };
  // It isn't said in the place that it has in the document.
  for (const timer of dirty.values()) clearTimeout(timer);
  dirty.clear();
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
      drafts.forEach(type);
    });
  });
})();
