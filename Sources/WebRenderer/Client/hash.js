// The browser's side of what stands behind a `#`, which servers don't see. Where it is an address, what is left says where it was, so that
// it comes back so when it is loaded again; where it is a place on the screen, the screen stays. Loaded where a link leads to such a thing.
(() => {
  'use strict';
  const doc = document, { dataset } = doc.documentElement, { hooks, isThere } = window.ghostlight;
  const isPath = hash => hash.startsWith('#/');
  /// For the next request only, and for none that another site has a part in.
  const note = (text, seconds) => {
    doc.cookie = `ghostlight-at=${encodeURIComponent(text)};max-age=${seconds};samesite=strict`;
    // Writing doesn't wait until it is done, and the request that is to bring it along might be quicker. Reading does.
    return doc.cookie;
  };

  note('', 0);
  addEventListener('beforeunload', () => {
    const { pathname, search, hash } = location;
    if (isPath(hash)) note(pathname + search + hash, 10);
  });

  // An address that was opened in another way: what the page has come with is another place's, so it is shown and can be used only
  // when the server has answered, but for the text field that has the focus. If it doesn't in time, that is better than nothing. The
  // machine's clock may be set back meanwhile.
  const end = performance.now() + 1000;
  const wait = () => {
    if (isThere() || performance.now() > end) {
      if (!('going' in dataset)) return;
      delete dataset.going;
      // What isn't a text field couldn't have the focus while it was hidden, and Tab has led nowhere.
      if (doc.activeElement === doc.body) ([...doc.querySelectorAll('.screen *')].find(el => el.asks)?.asks ?? doc.querySelector('[autofocus]'))?.focus();
    } else {
      dataset.going = '';
      setTimeout(wait, 4);
    }
  };
  if (doc.readyState !== 'complete') wait();

  // A place on the screen: the browser goes there, and back, by itself. The server needn't know, and would make the screen anew.

  const isPlace = ({ hash }) => hash && !isPath(hash);
  const screenAt = ({ pathname, search, hash }) => pathname + search + (isPath(hash) ? hash : '');
  let place = location.href;  // where it was when something last happened
  const look = () => { place = location.href; };
  hooks.push(look);
  doc.addEventListener('click', event => {
    const el = event.target.closest('a[href]');
    if (!el || !isPlace(el)) return;
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || el.target) return;
    if (el.origin + el.pathname + el.search !== location.origin + location.pathname + location.search) return;
    event.stopPropagation();
    look();
    if (!isPath(location.hash)) return;
    // There is room for one thing behind the sign, and that is the screen's address.
    event.preventDefault();
    doc.getElementById(el.hash.slice(1))?.scrollIntoView();
  }, true);
  /// Whether the history has gone to another place on the same screen.
  ghostlight.stays = () => {
    const before = new URL(place);
    look();
    return screenAt(before) === screenAt(location) && (isPlace(before) || isPlace(location));
  };
})();
