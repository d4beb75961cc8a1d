// The browser's side of boxes that tick a box in every row of a table, and follow these. Loaded when one comes on screen.
(() => {
  'use strict';
  const doc = document, { at, hooks, pending, send } = window.ghostlight;

  const said = new Map(); // what was said and may not be answered yet, by its number
  // What has been confirmed, and is there again after a loss of the connection, may be answered long since: a box for all says that.
  const note = intents => { for (const intent of intents) intent[4] || said.set(intent[0], intent); };
  note(pending);
  /// All that is said passes here.
  pending.push = (...intents) => {
    note(intents);
    if (intents.some(bringsRow)) for (const all of doc.querySelectorAll('[data-x=ticks]')) set(all, false);
    return Array.prototype.push.apply(pending, intents);
  };
  /// Whether a row may come of it, one that isn't ticked: of what is entered elsewhere than in a row, which may have gone since.
  const isEntry = ([, text, el]) => !el.closest('[data-k]') && text.includes('"s",') && JSON.parse(text)[4].trim();
  /// The same of what is emptied by that, and not only looked for: it is shown at once. The server's answer says in any case what a box is.
  const bringsRow = intent => intent[2]?.dataset?.c === '' && isEntry(intent);
  let hasOthers; // whether something isn't answered of which nothing is known
  /// What isn't answered, in order: what the server hasn't confirmed, and what it has confirmed and is still at, as a box for all says. Visits
  /// show other rows, and change none.
  const unanswered = () => {
    const runs = (doc.querySelector('[data-x=ticks][data-u]')?.dataset.u ?? '').split(' ').map(run => run.split('-'));
    for (const [n] of said) if (!runs.some(([first, last = first]) => n >= +first && n <= +last)) said.delete(n);
    // Said by the page that was here before this one, or before this was here to hear it.
    hasOthers = runs.some(([first, last = first]) => first && !(said.has(+first) && said.has(+last)));
    // After a loss of the connection some are there again.
    note(pending);
    return [...said.values()].filter(([, , el]) => el).sort(([a], [b]) => a - b);
  };

  /// What isn't answered that was done since it was clicked last.
  const since = all => {
    const waiting = unanswered();
    return waiting.slice(waiting.findLastIndex(([, , el]) => el === all) + 1);
  };

  const isForAll = el => el?.dataset?.x === 'ticks', isOfRow = el => el?.dataset?.g !== undefined;
  const hides = new WeakSet(); // those for rows too that aren't shown, of which one isn't ticked
  /// With its attribute: a tab that is opened again would have it as it was otherwise, whatever the server says.
  const set = (box, isOn) => { box.checked = box.defaultChecked = isOn; };
  /// The boxes that one is for, but for those that can't be used, and those in rows that are removed unless they are wanted.
  const boxes = (all, butFor = '[inert],[hidden],[data-gone]') => {
    // Under a dialog the whole screen can't be used.
    const table = at(all.getAttribute('aria-controls')?.slice(1)), ends = [null, all.closest('[inert]')];
    return [...table?.querySelectorAll('[data-g]:enabled') ?? []].filter(box => ends.includes(box.closest(butFor)));
  };
  /// Ticks the boxes that `all` is for as that was clicked, but for those that the user has done something with by themselves. Also those in
  /// rows that are removed: the server takes them for ticked, and the rows are seen again if they stay.
  const tick = (all, isOn, own) => { for (const box of boxes(all, '[inert],[hidden]')) if (!own?.has(box)) set(box, isOn); };
  /// Has those for all be as their rows are: who clicks one next means that. What comes of it the server says when it has answered.
  const follow = own => {
    for (const all of doc.querySelectorAll('[data-x=ticks]')) {
      const rows = boxes(all);
      if (!own?.has(all) && rows[0]) set(all, !hides.has(all) && rows.every(box => box.checked) && !since(all).some(isEntry));
    }
  };
  let isLate; // whether they don't follow yet: of many boxes that a script ticks, the last one tells
  const followNow = () => {
    isLate = false;
    follow();
  };
  /// Rows have gone from sight.
  window.ghostlight.followRows = () => follow(new Set(pending.map(intent => intent[2])));
  const followSoon = () => {
    isLate || queueMicrotask(() => isLate && followNow());
    isLate = true;
  };
  /// At rest, whether there are others than the rows shown can be told; not where there are none at all, and so no box for them. A box that
  /// has `changed` since wasn't as it is.
  const look = changed => {
    const was = box => box.checked !== (box === changed);
    for (const all of doc.querySelectorAll('[data-x=ticks]')) {
      hides.delete(all);
      if (!was(all) && !all.closest('[hidden]') && boxes(all).every(was)) hides.add(all);
    }
  };
  /// Not every rest begins with a patch: before something is done it is looked at in any case.
  const lookBefore = changed => { unanswered().length || look(changed); };

  /// Whether what a box was that is clicked may not be what it is when the server hears of it. Of a row's that is only so behind a guess, or
  /// where a row that was clicked has gone: it may be this one.
  const isGuess = el => unanswered().some(([, text, other]) => isForAll(el)
    // What is typed and isn't entered, or looked at, changes no row.
    ? !/,"(c","|l",)/.test(text)
    : isOfRow(other) && !other.isConnected || isForAll(other) || isOfRow(other) && text.endsWith(',1]')) || hasOthers;
  const say = (el, kind, isOn, guesses) => send(el, kind, isOn, ...guesses ? [1] : []);
  /// What a box for all that was clicked is to be. While something else isn't answered that was done since its last click, it isn't shown
  /// yet what this click turns: from what its rows say, but for those of which a button was clicked, and with what was entered elsewhere, of which
  /// one that isn't ticked may come. If that is wrong, the answer puts it right.
  const guess = all => {
    const others = since(all).filter(([, , el]) => !isForAll(el) && !isOfRow(el));
    const stay = boxes(all).filter(box => !others.some(([, , el]) => el.localName === 'button' && box.closest('[data-k]').contains(el)));
    if (others.some(isEntry)) return true;
    return others[0] && stay[0] ? hides.has(all) || !stay.every(box => box.checked) : all.checked;
  };

  doc.addEventListener('change', event => {
    const el = event.target;
    lookBefore(el);
    if (isOfRow(el)) {
      followSoon();
      if (isGuess(el)) {
        event.stopPropagation();
        say(el, 'c', el.defaultChecked = el.checked, true);
      }
    }
    // It turns from what its rows say.
    if (isLate && isForAll(el)) {
      followNow();
      set(el, !el.checked);
    }
    if (!isForAll(el)) return;
    event.stopPropagation();
    const isOn = guess(el), guesses = isGuess(el);
    // Those that aren't shown are ticked too.
    if (isOn) hides.delete(el);
    set(el, isOn);
    tick(el, isOn);
    say(el, 'p', isOn, guesses);
  }, true);
  // Clicked, a box is another already; its change tells.
  doc.addEventListener('click', ({ target }) => { if (target.type !== 'checkbox') lookBefore(); }, true);
  doc.addEventListener('keydown', ({ key }) => { if (key === 'Enter') lookBefore(); }, true);
  // A patch or a picture may have been on its way when one was clicked. Of a row's own clicks those before were for nothing.
  hooks.push(() => {
    const own = new Set(pending.map(intent => intent[2]));
    for (const [, text, el] of pending) if (isForAll(el) && text.includes('"p"')) tick(el, JSON.parse(text)[4], own);
    const rest = unanswered();
    // A row that went and came back isn't as it was clicked; and of what is entered or removed, and isn't answered, the server knows nothing yet.
    // What a box for all is that was clicked it says with the answer.
    // Where no row that is removed isn't ticked, it is others that aren't.
    const isAhead = rest.some(intent => isOfRow(intent[2]) && intent[2].isConnected || isForAll(intent[2]) || bringsRow(intent)) ||
      rest[0] && doc.querySelector('[data-gone] [data-g]:not(:checked)');
    isAhead ? follow(own) : rest.length || look();
  });
  lookBefore();
})();
