// The browser's side of addresses behind a `#`, which servers don't see: what is left says where it was, so that it comes back so when
// it is loaded again. Loaded where a link leads to such an address.
(() => {
  'use strict';
  const doc = document, { dataset } = doc.documentElement, { isThere } = window.ghostlight;
  /// For the next request only, and for none that another site has a part in.
  const note = (text, seconds) => {
    doc.cookie = `ghostlight-at=${encodeURIComponent(text)};max-age=${seconds};samesite=strict`;
    // Writing doesn't wait until it is done, and the request that is to bring it along might be quicker. Reading does.
    return doc.cookie;
  };

  note('', 0);
  addEventListener('beforeunload', () => {
    const { pathname, search, hash } = location;
    if (hash.startsWith('#/')) note(pathname + search + hash, 10);
  });

  // An address that was opened in another way: what the page has come with is another place's, so it is shown and can be used only
  // when the server has answered. If it doesn't in time, that is better than nothing.
  const end = Date.now() + 1000;
  const wait = () => {
    if (isThere() || Date.now() > end) {
      if (!('going' in dataset)) return;
      delete dataset.going;
      // While it was hidden it couldn't have the focus that it comes with.
      if (doc.activeElement === doc.body) doc.querySelector('[autofocus]')?.focus();
    } else {
      dataset.going = '';
      setTimeout(wait, 4);
    }
  };
  if (doc.readyState !== 'complete') wait();
})();
