// The live link's socket, in a thread of its own. After a click or a key Chromium keeps from the page whatever isn't input until
// the next frame is drawn: sockets, timers, what a worker posts; but not what comes through a broadcast channel. So a worker has
// the socket and passes on what it hears: through a channel, and by itself too, which is quicker at all other times. This file is both
// ends: in the page it gives the client what can stand in a WebSocket's place, and in the worker it is the other end. Why it is so is in
// docs/decisions/0052-the-socket-has-a-thread-of-its-own.md.
(() => {
  'use strict';

  // In the worker: a list begins a connection, and says which channel the page hears and the connection's number; a text is to be sent,
  // a number closes.
  if (!self.document) {
    let channel, socket, told = 0;
    let early;                // what is said before it is open
    onmessage = ({ data }) => {
      if (data > 0) return socket.close(data);
      if (!Array.isArray(data)) return early ? early.push(data) : socket.send(data);
      const [name, number] = data;
      channel ??= new BroadcastChannel(name);
      const tell = what => {
        const message = [++told, number, what];
        postMessage(message);
        channel.postMessage(message);
      };
      // Each at an address of its own: Firefox makes sockets wait, half a minute and more, that go where others of any tab came to grief.
      const own = socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ghostlight/live/${Math.random()}`);
      early = [];
      own.onopen = () => {
        for (const text of early) own.send(text);
        early = null;
        tell(0);
      };
      own.onmessage = ({ data }) => tell(data);
      own.onclose = ({ code }) => tell(code);
    };
    return;
  }

  // In the page: what comes has a number of its own, by which it is known when it comes the other way too, and that of its connection. It
  // is a text, 0 when that is open, and a code when it is closed.
  const { src } = document.currentScript, html = document.documentElement;
  let worker, channel, last = 0, heard = 0;
  const dial = opened => {
    const number = ++last;
    const link = {
      readyState: 0,
      send: text => worker.postMessage(text),
      close: (code = 1000) => {
        link.readyState = 2;
        worker.postMessage(code);
      },
    };
    const end = code => {
      link.readyState = 3;
      link.onclose?.({ code });
    };
    // The worker's messages come all, and in order; what a channel brings too early, since it has left something out, comes again.
    channel.onmessage = worker.onmessage = ({ data: [place, from, data] }) => {
      if (place !== heard + 1) return;
      heard = place;
      if (from === number) data > 0 ? end(data) : data ? link.onmessage({ data }) : opened?.(link);
    };
    // From then on the page has the socket itself.
    worker.onerror = () => {
      ghostlight.dial = null;
      worker.terminate();
      channel.close();
      end(1006);
    };
    worker.postMessage([channel.name, number]);
    // What is said from now on is sent when the socket is open.
    if (!opened) queueMicrotask(() => link.onopen());
    return link;
  };

  // A page is live sooner with a socket of its own. Then the worker's takes over, when it is open, and is preferred from then on.
  const begin = () => {
    if (html.dataset.live !== 'on') return;
    observer.disconnect();
    try {
      // A channel has no owner: whoever of this origin knows the name, reads and writes it. What comes through a new one is lost as long
      // as the browser hasn't noted that the page is there: so there is one for all connections.
      channel = new BroadcastChannel(crypto.getRandomValues(new Uint32Array(4)).join());
      worker = new Worker(src);
      dial(link => {
        ghostlight.dial = dial;
        ghostlight.connect(link);
        link.onopen?.();
      });
    } catch {
      // There are no workers here, or no channels: it stays as it is.
      channel?.close();
      worker?.terminate();
    }
  };
  // A page that rested, with its link cut, is there again. Right behind this Safari sets fields that it isn't to fill in by itself to what
  // the page came with.
  onpageshow = ({ persisted }) => persisted && html.querySelectorAll('input').forEach(el => {
    const { value, checked, files } = el;
    files || setTimeout(() => {
      // Half a date has none, and would be emptied.
      if (el.value !== value) el.value = value;
      el.checked = checked;
    });
  });
  const observer = new MutationObserver(begin);
  observer.observe(html, { attributes: true });
  begin();
})();
