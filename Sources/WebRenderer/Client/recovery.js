// What a page does about trouble with its connection: it notices that nobody is there, connects again without hurrying those who
// are busy, gives up what can't be done, begins another session when its own is gone, and takes over another program's client.
// Every page loads it right after the client, which without it only connects again, or loads the page anew.
(() => {
  'use strict';
  const doc = document, html = doc.documentElement, page = doc.body, core = window.ghostlight;
  // No clock that is set.
  const now = () => performance.now();
  const { adopt, dialogs, dirty, editing, flushAll, here, isAhead, isText, known, mine, move, pending, root, send, textOf, typed, waits } = core;

  const { lang } = html;
  let isWelcome = html.dataset.live === 'on';
  let isReviving;             // whether another session is being fetched
  let vain = 0;               // how many others have been fetched since one was welcome
  let tries = 0, wait;        // how often in vain, and the timer of the next time
  let longest;                // the longest pause before it
  let patience;               // the timer of somebody who must say something
  let silences = 0;           // how often nobody has answered
  let slow = 0;               // how often a welcome, or a page, hasn't come in time
  let counted = 0;            // the last intent that the server had when it last said welcome
  let process, suspect;       // which process that was, and what it may have died of
  let touched = 0;            // when the user did something last
  let heard = 0, welcomed = 0; // when something came last, and the last welcome
  let version = mine.h;       // the server's client
  let renewed;                // what was noted by the page that loaded this one anew: first, for which version

  /// `least` is what somebody asks for in milliseconds, which are added.
  const later = (least = 0) => {
    clearTimeout(wait);
    // A server that is started again is there within a second: until then pauses stay short. Longer they don't, since browsers hold up
    // sockets of pages that have often tried in vain.
    const doubled = next === dial && longest < 2000 ? Math.max(Math.min(tries, 2), tries - 5) : tries;
    tries++;
    wait = setTimeout(next, least + Math.min(longest, 40 * 2 ** doubled) * (0.5 + Math.random()));
  };
  /// Who says nothing for so long isn't there.
  const expect = (time, then = core.drop) => { patience ??= setTimeout(then, time); };
  const dial = () => {
    core.connect();
    // A session may have to be brought back, and many others before it. A long line takes several round trips for it.
    expect(10000 * 2 ** slow, () => {
      slow = Math.min(2, slow + 1);
      core.drop();
    });
  };
  let next = dial;            // what is done next: connect, or revive
  const ask = () => {
    core.say('["q"]');
    // Or something large is on its way over a slow network: it gets a second for every 10,000 characters, and longer the next time.
    const length = pending.reduce((sum, [, text]) => sum + text.length, 0);
    expect((3000 + length / 10) * 2 ** silences, () => {
      silences = Math.min(6, silences + 1);
      core.drop();
    });
  };

  // A message that ends its connection again and again would do so for ever.

  /// In its place goes one that the server refuses, under the same number: so all others can go on.
  const disarm = intent => { if (intent?.[3]) intent[1] = `["i",${intent[0]},0,"t"]`; };
  const blame = code => {
    // What was carried out once can be read.
    const first = pending.find(([number]) => number > counted), unshown = pending.filter(intent => !intent[4]);
    if (code === 1008) disarm(unshown[0]);
    else if (code === 1009 && unshown[0]) disarm(unshown.reduce((one, other) => one[1].length < other[1].length ? other : one));
    // One that this page gave up by itself says nothing about what was sent on it.
    else if (code && code !== 4013 && first?.[3]) suspect = first;
  };

  /// A field says again what the server does.
  const giveUp = el => {
    el.value = known.get(el) || '';
    dirty.delete(el);
    typed.delete(el);
  };
  /// What a field has wasn't taken: it is said with what the user does next.
  const unsay = el => {
    known.set(el, 0);
    dirty.set(el, 0);
  };

  const said = new Set();     // private inputs of which a picture that was made before the welcome knows nothing
  let pictured;               // those that there were when one came
  const exposed = new WeakSet(); // those that aren't private any more
  let harmful = 0;            // how often a connection was lost right after they were said
  const secrets = () => [...page.querySelectorAll('[data-private]')].filter(el => el.value);

  /// What private inputs hold is written down nowhere: a server that was started again is told it once more, before all that it hasn't
  /// taken. It has no number: what waits keeps its own, by which it is known to whoever may have done it. What may be what ends the
  /// server is said when the user touches something.
  const sayPrivate = () => {
    for (const el of secrets()) {
      if (harmful > 2) {
        unsay(el);
        continue;
      }
      said.add(el);
      const text = textOf(el);
      core.say(JSON.stringify(['p', core.target(el), text.toWellFormed?.() ?? text]), true);
    }
    core.say('["p"]', true);
  };
  // Another program knows it by other numbers, which come with a picture.
  core.hooks.push(() => {
    if (!pictured) return;
    // A picture may have another field in the place of one.
    for (const el of pictured) {
      if ('private' in el.dataset) continue;
      exposed.add(el);
      known.set(el, el.defaultValue);
      giveUp(el);
    }
    pictured = null;
    said.forEach(core.flush);
    said.clear();
  });

  /// What was refused hasn't happened: text goes again with the next thing the user does. A tick is put right by a patch, and so is a
  /// choice that isn't to be had any more.
  ///
  /// Another program has other numbers for what is on the page: what was meant for those that the page had goes again at once. Not so
  /// buttons, of which only the place tells which is which.
  ///
  /// What was entered before something lay over its field, as far as the page could tell, is entered when that is gone.
  const takeBack = ([, text, el], word) => {
    if (word === 'repeated' || !el.isConnected || exposed.has(el)) return;
    const [, , place, kind, ...values] = JSON.parse(text);
    if (word === 'unreachable' && kind === 's' && values[0] !== undefined) return held.push([el, kind, ...values]);
    if (word === 'absent' && /[cps]/.test(kind) && values[0] !== undefined && `${core.target(el)}` !== `${place}`) send(el, kind, ...values);
    else if (isText(el) && !(el.options && word === 'value')) unsay(el);
  };

  const held = [];            // what is entered as soon as its field can be reached
  const enterHeld = () => {
    while (held[0]?.[0].isConnected === false) held.shift();
    if (held[0] && !held[0][0].closest('[inert],[hidden],:disabled')) for (const parts of held.splice(0)) exposed.has(parts[0]) || parts[0].isConnected && send(...parts);
  };
  core.hooks.push(enterHeld);

  // What comes while something is pressed waits until it is released, or for a while: it might move what is pressed from under the
  // pointer, and the click would be nowhere. So does a dialog until who is typing pauses: what he types on would be nowhere, and the next
  // space would press, unread, what has the focus there.

  const before = new Map();   // what the server had been told that fields have when the connection was lost
  let pressed;                // what has come meanwhile, while something is pressed
  let letGo;                  // the timer of the end of that
  let typedAt = -1e4;         // when text was typed last
  let asked;                  // since when a dialog waits
  let isReleasing;            // whether what has waited is shown, whoever types
  const isTyping = () => isComposing || now() - typedAt < 700;
  const release = () => {
    if (asked && isTyping() && now() - asked < 5000) return press(200);
    const messages = pressed ?? [];
    // An edit that the press has ended is shown before what may answer it.
    editing.settle?.();
    pressed = asked = null;
    isReleasing = true;
    messages.forEach(core.take);
    isReleasing = false;
    messages[0] && core.acknowledge();
  };
  const press = time => {
    clearTimeout(letGo);
    letGo = setTimeout(release, time);
  };
  addEventListener('pointerdown', ({ target }) => {
    if (!target.closest?.('button:not(.handle),a,label,summary,[role=option],[type=checkbox],[type=radio]')) return;
    pressed ??= [];
    press(700);
  }, true);
  addEventListener('pointercancel', release, true);
  // The click comes right after it, if one does.
  addEventListener('pointerup', () => pressed && press(50), true);
  // Of a box that it turns the change is said behind it: what comes would turn it once more.
  addEventListener('click', () => pressed?.[0] ? press(0) : release());

  /// What can't be said now would be lost. Some browsers keep no page for who comes back that asks this all the time.
  const warn = event => html.dataset.live === 'off' && (pending.length || dirty.size) && event.preventDefault();
  core.lost = code => {
    addEventListener('beforeunload', warn);
    patience = clearTimeout(patience);
    pressed &&= [];
    if (isReviving) return;
    if (isWelcome) {
      blame(code);
      before.clear();
      for (const el of page.querySelectorAll('input,textarea,select')) {
        const text = known.get(el) ?? el.defaultValue ?? 0;
        if (isText(el) && typed.has(el) && text !== 0) before.set(el, text);
      }
      harmful = said.size && now() - welcomed < 3000 ? harmful + 1 : 0;
      // Who is welcome and lost at once hasn't got anywhere.
      if (now() - welcomed > 3000) tries = 0;
    }
    isWelcome = false;
    // What can't be shown now can't be shown in a second.
    longest = code === 4000 || vain > 1 ? 30000 : 1200;
    next = code > 4400 ? revive : dial;
    // Nobody is let in again and again but those whose browser keeps what tells them apart to itself.
    if (vain > 1) {
      mine.offline = mine.refused;
      tries = Math.max(tries, 10);
    }
    later();
  };
  /// Looks at every message before the client does.
  ///
  /// Returns whether the client isn't to look at it.
  core.heard = message => {
    const [code, ...rest] = message;
    patience = clearTimeout(patience);
    heard = now();
    const bringsDialog = code === 'f' ? /aria-modal/.test(rest[1]) && !dialogs()[0] : +code && rest[0].some(op => /aria-modal/.test(op));
    if (!isReleasing && !pressed && bringsDialog && isTyping()) {
      pressed = [];
      asked = heard;
      press(200);
    }
    if (pressed && code !== 'w') return pressed.push(message);
    // One that the server couldn't read, or missed, holds up all that follow it: only a new session gets past it. So does one that brings
    // back less than this page was told to be durable: its log couldn't be written. What waits are the last that this page has said.
    if (/^(malformed|order)$/.test(rest[1]) || code === 'w' && rest[0] < core.last() - pending.length) {
      core.drop(4404);
      return true;
    }
    if (+code || code === 'k') said.clear();
    if (code === 'f') {
      pictured = secrets();
      // They stay as they are.
      said.forEach(el => dirty.has(el) || dirty.set(el, 0));
    }
    // What a private input holds couldn't be taken: it is said with what the user does next.
    if (code === 'r' && !rest[0]) secrets().forEach(unsay);
    if (code === 'r') pending.filter(([number]) => number === rest[0]).forEach(intent => takeBack(intent, rest[1]));
    if (pending[0]?.[0] <= rest[code === 'f' ? 5 : +code ? 1 : 0]) tries = 0;
    core.noteFocus?.();
    if (code !== 'w') return silences = 0;
    // What waits came on another connection, and comes again.
    pressed &&= [];
    isWelcome = true;
    removeEventListener('beforeunload', warn);
    clearTimeout(wait);
    vain = slow = 0;
    // The page that was here before this one may have said more until it went.
    if (page.inert) core.last(rest[0] + (pending.length = 0));
    welcomed = heard;
    version = rest[2];
    counted = rest[0];
    // Perhaps the server dies of it. Where the same one is there again, it is more likely that the way to it breaks.
    if (suspect) suspect.losses = (suspect.losses ?? 0) + (rest[5] === process ? 0.2 : 1);
    suspect = 0;
    process = rest[5];
    const deadly = pending.find(({ 0: number, losses }) => number > rest[0] && losses > 2.9);
    said.clear();
    if (deadly) revive(deadly);
    else if (rest[3]) sayPrivate();
    return !!deadly;
  };

  // A whole picture: what is there already stays, with its focus and what is typed in it. A new session numbers its views
  // anew: then `byName` tells what is the same.

  const without = node => {
    const next = node.nextSibling;
    node.remove();
    return next;
  };
  const morph = (old, fresh, byName) => {
    const rowKey = el => el.dataset?.k;
    const keyOf = el => byName
      ? el.ariaLabel ?? (rowKey(el) && el.querySelector('[aria-label]'))?.ariaLabel
      : el.id || rowKey(el) && 'k' + rowKey(el);
    const frame = old.contentWindow;
    // A patch has left the attribute as it was.
    if (frame) {
      const source = fresh.getAttribute('src');
      source === (old.shown === undefined ? old.getAttribute('src') : old.shown) || core.set(old, 'src', source);
    }
    const isKept = name => name === 'open' || frame && name === 'src';
    for (const { name } of [...old.attributes]) {
      fresh.hasAttribute(name) || isKept(name) || /^(tabindex|style)$/.test(name) || old.removeAttribute(name);
    }
    // What the user has folded stays so.
    for (const { name, value } of fresh.attributes) if (!isKept(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    if (/^(ch|rad)/.test(old.type)) isAhead(old) || (old.checked = fresh.checked);
    else if (isText(old)) {
      const { value } = old, said = fresh.getAttribute('value') ?? fresh.value;
      if (old.options) old.innerHTML = fresh.innerHTML;
      if (isAhead(old)) old.options && (old.value = value);
      // Another session knows nothing of what is typed here; another program does.
      else if (old !== editing.input && !(byName === true && typed.has(old)) && textOf(old) !== said) old.value = said;
      // What was said last is what the server will know.
      waits(old) || known.set(old, said);
      return;
    }
    // Of several with one name the first goes with the first.
    const keyed = new Map();
    for (const el of old.children) keyOf(el) && keyed.set(keyOf(el), [...keyed.get(keyOf(el)) ?? [], el]);
    let next = old.firstChild;
    for (const node of [...fresh.childNodes]) {
      const same = keyed.get(keyOf(node))?.shift();
      if (same && same.localName === node.localName) {
        if (same === next) next = next.nextSibling;
        else move(old, same, next);
        morph(same, node, byName);
        continue;
      }
      // A text in front of it has gone, and it is still what it was; so is what a translator has put there.
      if (node.nodeType === 1) while (next && (next.nodeType > 2 || next.localName === 'font' && node.localName !== 'font')) next = without(next);
      if (next && !keyOf(next) && !keyOf(node) && next.nodeName === node.nodeName) {
        if (node.nodeType === 1) morph(next, node, byName);
        else if (next.data !== node.data) next.data = node.data;
        next = next.nextSibling;
      } else old.insertBefore(node, next);
    }
    while (next) next = without(next);
  };
  /// Shows a picture: a text, or the element itself, of another document.
  core.show = (picture, title, byName) => {
    const focused = doc.activeElement, byKeys = core.isByKeys(), were = dialogs();
    core.forget();
    morph(root, picture.localName ? picture : core.parse(picture), byName);
    core.need(root);
    if (title !== undefined) doc.title = title;
    core.settle(focused, byKeys, dialogs().filter(el => !were.includes(el)), undefined, byName === true);
  };

  const rowOf = el => el && el.closest('[data-k]');
  /// All that a row says, but for what is being typed in it.
  const wordsOf = row => row.textContent + [...row.querySelectorAll('input')].map(el => typed.has(el) || 'b' in el.dataset ? '' : el.value);
  const isAlone = (row, name, own = row && name(row)) => !row?.parentNode || [...row.parentNode.children].every(other => other === row || name(other) !== own);
  /// What tells a row from the others: a name that it has alone, or all that it says. Nothing is the same as one that only what is being typed
  /// tells from others.
  const nameOfRow = row => {
    const name = el => el.ariaLabel ?? el.querySelector('[aria-label]')?.ariaLabel;
    if (!row || row.isConnected && name(row) && isAlone(row, name)) return row && name(row);
    return [...row.querySelectorAll('input')].some(el => typed.has(el)) && !isAlone(row, el => el.textContent) ? NaN : wordsOf(row);
  };
  const isSameRow = ([row, name]) => !row || row.isConnected && nameOfRow(row) === name;

  const kindOf = el => el.type + el.dataset.private;
  /// What tells what is pressed, or typed in, from something else in its place. A form is known by what is entered in it.
  const markOf = el => el.localName + kindOf(el) + (el.elements ? [...el.elements].filter(each => isText(each) && !rowOf(each)) : [el]).map(nameOf);
  /// What is ticked and chosen in a form, or in that of a button.
  const ticksOf = el => `${[...(el.form ?? el).elements ?? []].filter(each => each.checked || each.options).map(each => nameOf(each) + each.value)}`;
  /// Within what a name says what is meant: a row, a window over the screen, or all that is beside these.
  const scopeOf = el => el.closest('[data-k],[aria-modal]') ?? page;
  /// What alone is marked so there, as `of` marks it.
  const sole = (el, mark, scope, of = markOf) => {
    const same = [...scope.querySelectorAll(el.localName)].filter(other => scopeOf(other) === scope && of(other) === mark);
    return !same[1] && same[0]?.isConnected && same[0];
  };
  /// A field may say how much is in it. Where numbers tell some from others, text goes by its whole name.
  const withoutNumbers = el => markOf(el).replace(/\d+/g, '');

  let unshown;                // what is to be done on another session's screen that couldn't be shown

  /// The session is gone: begin another where this one was, with what is typed here.
  const revive = async deadly => {
    isReviving = true;
    isWelcome = false;
    clearTimeout(wait);
    core.drop();
    let least;
    try {
      // What couldn't be entered yet is like all else that waits.
      held.splice(0).forEach(parts => send(...parts));
      // Who is slow is slower when asked again and again.
      const { href } = location, answer = await fetch(href, { cache: 'no-store', signal: AbortSignal.timeout(10000 * 2 ** slow) });
      // An address that leads nowhere now still will in a second: who asks as often as for a server that starts asks for ever.
      least = Math.min(3e5, 1000 * answer.headers.get('Retry-After')) || (/^40[34]/.test(answer.status) ? 10000 : 0);
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const { s, t, q, l = answer.redirected && answer.url } = fresh.body.dataset;
      if (!s) throw 0;
      // A click that is under way is meant for what is there.
      while (pressed) await new Promise(then => { setTimeout(then, 50); });
      // Who has gone elsewhere meanwhile wants to see that.
      if (href !== location.href) throw 0;
      // What was never sent can't have happened; nor can what stands behind an act that has ended all connections. What a row is called in its
      // place it may be called twice, unless another that is called the same might have its place.
      editing.undo?.();
      const again = pending.filter(intent => deadly ? intent !== deadly && intent[0] > counted :
        !intent[3] || intent[2].dataset?.b === '' && isAlone(rowOf(intent[2]), wordsOf));
      // What was entered may not have been taken: it comes back to where it was typed.
      for (const intent of pending) {
        const [, text, el, , wasShown] = intent, [, , , kind, value] = JSON.parse(text);
        if (again.includes(intent) || wasShown || kind !== 's' || !value || el.value) continue;
        el.value = value;
        typed.add(el);
      }
      for (const el of page.querySelectorAll('input,textarea,select')) {
        if (!isText(el) || !typed.has(el)) continue;
        known.set(el, 0);
        // What has ended all connections goes no sooner than the user touches it again.
        if (el !== deadly?.[2]) dirty.set(el, 0);
      }
      // What can't be shown is tried again: by then the names are those of another screen. Somebody's translation has changed them, too.
      const isTranslated = html.lang !== lang || page.querySelector('font'), noted = [], note = el => {
        const row = rowOf(el), scope = el && scopeOf(el), short = el && isText(el) && withoutNumbers(el);
        const mark = el && !isTranslated && markOf(el), wasSole = mark && sole(el, mark, scope) === el;
        return { kind: el && kindOf(el), mark, scope, wasSole, short: short && sole(el, short, scope, withoutNumbers) === el && short, row: [row, nameOfRow(row)] };
      };
      const focused = doc.activeElement === page && core.idle || doc.activeElement;
      unshown ??= [[], new Map(), note(focused), focused];
      // Who has gone back, or is led elsewhere, hasn't done it there.
      unshown[4] ||= l || location.hash[1] !== '/' && pending.some(([, text, el, , wasShown]) => !el && !wasShown && text.endsWith(',1]'));
      // From the last one on, so that boxes are as they were when something was pressed.
      for (const [, text, el] of again.reverse()) {
        const parts = JSON.parse(text).slice(3), meant = note(el), [row] = meant.row;
        if (parts[0] === 'c' && el === deadly?.[2] && isText(el)) continue;
        // What is moved stands in front of a row that the new session has another key for.
        const next = parts[0] === 'm' && parts[1] !== true && parts[1] && row?.parentNode?.querySelector(`:scope>[data-k="${parts[1]}"]`);
        if (typeof parts[1] === 'boolean' && 'checked' in el) el.checked = !parts[1];
        noted.unshift({ el, parts, next, meant, ticks: ticksOf(el), rows: [meant.row, [next, nameOfRow(next)]] });
      }
      // What had been said is so again before all that was done: who types on behind a press hasn't pressed it for that.
      if (noted.some(({ parts: [kind] }) => kind !== 'c')) {
        for (const [el, text] of before) {
          const meant = note(el);
          el === deadly?.[2] || noted.unshift({ el, parts: ['c', text], meant, rows: [meant.row] });
        }
      }
      before.clear();
      unshown[0].push(...noted);
      for (const el of dirty.keys()) unshown[1].has(el) || unshown[1].set(el, note(el));
      adopt(s, t, q, counted = 0);
      // Where it is now shown may be elsewhere.
      l && history.replaceState(history.state, '', l);
      core.show(fresh.querySelector('body>*>.screen').parentNode, fresh.title, true);
      // What had it isn't what its user meant any more.
      core.forgetFocus?.();
      vain++;
      // Said, for what isn't typed is gone: a dialog, an undo.
      html.dataset.anew = '';
      setTimeout(() => { delete html.dataset.anew; }, 8000);
      if (location.hash.startsWith('#/')) core.visit(here(), 1);
      const [acts, drafts, meantFocus, wasFocused, isElsewhere] = unshown;
      unshown = null;
      // A place may be another field's now, and one in a table another row's.
      // Where names say nothing, text stays in its place, but in no field of another kind: that may not hide it.
      const find = (el, { kind, mark, scope, wasSole, short }) => !mark || el.isConnected && scopeOf(el) === scope && markOf(el) === mark
        ? (mark || isText(el) && kindOf(el) === kind) && el.isConnected && el
        : wasSole && sole(el, mark, scope) || short && sole(el, short, scope, withoutNumbers);
      // Nor has one of some choices what isn't offered any more.
      const moved = [...drafts].map(([el, meant]) => [el, !isElsewhere && isSameRow(meant.row) && find(el, meant), el.selectedIndex < 0 ? null : el.value]).filter(([el, now, value]) => now !== el || value === null);
      for (const [el] of moved) giveUp(el);
      for (const [, el, value] of moved) {
        if (!el || value === null) continue;
        el.value = value;
        typed.add(el);
        dirty.set(el, 0);
      }
      isComposing || flushAll();
      // Who edits a row goes on in no other, and the next key is for no other field or button.
      if (wasFocused?.matches('a,button,input,select,textarea,summary,[role=option]') && !(!isElsewhere && isSameRow(meantFocus.row) && find(wasFocused, meantFocus) === wasFocused)) {
        editing.cancel?.();
        wasFocused.blur();
        core.idle = null;
      }
      // It is done now, where it was meant for something that is still here.
      for (const { el: old, parts, next, meant, ticks, rows } of isElsewhere ? [] : acts) {
        const el = old && find(old, meant);
        if (old === 0 ? parts[2] : !el || next === null || (parts[0] === 'c' ? isText(el) && !typed.has(el) : ticksOf(el) !== ticks) || !rows.every(isSameRow)) continue;
        if (el.options && ![...el.options].some(({ value }) => value === parts[1])) break;
        next && (parts[1] = +next.dataset.k);
        // Text in its turn: what is pressed behind it may be for that, and not for what is there now.
        if (el && isText(el) && typed.has(el)) {
          if (parts[0] === 's' || parts[1] !== known.get(el)) send(el, ...parts);
          known.set(el, parts[0] === 's' && 'c' in el.dataset ? '' : parts[1]);
          dirty.set(el, 0);
          continue;
        }
        // The picture had it as it is on the server.
        if (typeof parts[1] === 'boolean' && 'checked' in el) {
          el.checked = parts[1];
          el.dispatchEvent(new Event('change', { bubbles: true }));
        } else send(el, ...parts);
      }
      isComposing || flushAll();
      isReviving = false;
      next = dial;
      dial();
    } catch ({ name }) {
      isReviving = false;
      if (name === 'TimeoutError' && slow < 3) slow++;
      next = () => revive(deadly);
      later(least);
    }
  };

  // Who scrolls where the screen is there already, though not yet all of it, stays there.
  for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown']) addEventListener(kind, core.stay, { capture: true, passive: true });

  // The network or the page comes back.

  const hurry = ({ type }) => {
    if (doc.hidden || isReviving) return;
    if (isWelcome) return ask();
    tries = 0;
    // An attempt that was begun before is lost in another network; this tries again.
    if (type === 'online' && next === dial) return core.drop();
    later();
  };
  addEventListener('online', hurry);
  addEventListener('pageshow', event => event.persisted && hurry(event));
  doc.addEventListener('visibilitychange', hurry);

  // After a deploy the server has another client: the page is loaded anew, as soon as nothing is under way, and goes on with its
  // session.

  /// Those on the page that neither their kind nor their name tells from each other.
  const alike = core.alike = (kind, name) => [...page.querySelectorAll(kind)].filter(el => nameOf(el) === name);
  /// What it says it is: by its name, its label, which may hold it, or its text.
  const nameOf = core.nameOf = el => el.ariaLabel ?? [...el.labels?.[0]?.childNodes ?? []].find(node => !node.type)?.textContent ?? (isText(el) ? '' : el.textContent.slice(0, 99));
  let notBefore = 0;          // when somebody may ask again for a page
  const renew = async () => {
    // Where an answer takes longer than this is looked at, one is enough.
    notBefore = Infinity;
    // A page that was refused would take the place of this one.
    const { ok, headers } = await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(30000) }).catch(() => 0);
    notBefore = ok ? 0 : now() + (1000 * headers?.get('Retry-After') || 3000) * (1 + Math.random());
    if (!ok || isBusy()) return;
    const places = [...page.querySelectorAll('*')].filter(el => el === doc.activeElement || el.scrollTop || el.open !== undefined).map(el => {
      const kind = el.localName, name = nameOf(el);
      return [
        kind, name, alike(kind, name).indexOf(el), el.scrollTop, el === doc.activeElement, el.selectionStart, el.selectionEnd,
        el.selectionDirection, el.open,
      ];
    });
    // What fields have: a browser may fill them with it, and who types in them then has typed something else.
    const texts = [...page.querySelectorAll('input,textarea')].filter(el => isText(el) && !('private' in el.dataset) && el.type !== 'password').map(el => el.value);
    try {
      sessionStorage.ghostlight = JSON.stringify([version, mine.s, mine.t, core.last(), scrollY, places, texts]);
    } catch {
      // There is nothing to go on with: it stays as it is.
      return notBefore = Infinity;
    }
    // So the client knows at once.
    history.replaceState({ ...history.state, renews: 1 }, '');
    // Asked for again while it is on its way it would never come.
    notBefore = now() + 60000;
    location.reload();
  };
  let isComposing;            // whether an input method has something under way
  for (const kind of ['keydown', 'input', 'pointerdown', 'click', 'compositionend']) {
    addEventListener(kind, ({ isComposing: isBegun, key, target }) => {
      touched = now();
      isComposing = isBegun;
      // Who has entered something, or gone on to something else, types no longer.
      if (kind === 'input' && isText(target)) typedAt = touched;
      else if (/click|pointer/.test(kind) || /Enter|Tab|Escape/.test(key)) typedAt = -1e4;
    }, true);
  }

  // Who leaves an entry of the history by going back or forward comes back to where he was on it.
  addEventListener('scrollend', () => core.isThere() && !core.isArriving() && history.replaceState({ ...history.state, y: scrollY }, ''));

  const isBusy = () => !isWelcome || now() - touched < 2000 || editing.input || core.coming?.size || pending.length || held.length || isComposing;
  setInterval(() => {
    if (!isWelcome) return;
    if (pending.length && now() - heard > 3000) ask();
    if (version === mine.h || version === renewed?.[0] || now() < notBefore) return;
    isComposing || flushAll();
    if (!isBusy()) renew();
  }, 1000);
  for (const [intent, word] of core.refused.splice(0)) takeBack(intent, word);
  enterHeld();
  try {
    renewed = core.renewed = JSON.parse(sessionStorage.ghostlight ?? null);
    delete sessionStorage.ghostlight;
  } catch { /* There is no storage: then nothing was kept. */ }
  // It may be another that was opened where one couldn't be loaded anew; and who has no session may be led to another address.
  if (renewed && performance.getEntriesByType('navigation')[0].type === 'reload') core.load(mine.renewed);
  else {
    page.inert = false;
    core.ended ? core.lost(...core.ended) : isWelcome || dial();
  }
  history.state?.renews && history.replaceState({ ...history.state, renews: 0 }, '');
})();
