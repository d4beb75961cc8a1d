// The live link's socket, in a thread of its own. After a click or a key Chromium keeps from the page whatever isn't input until
// the next frame is drawn: sockets, timers, what a worker posts; but not what comes through a broadcast channel. So a worker has
// the socket and passes on what it hears. This file is both ends: in the page `dial`, which gives what can stand in a WebSocket's
// place, and in the worker the other end. Why it is so is in docs/decisions/0052-the-socket-has-a-thread-of-its-own.md.
(() => {
  'use strict';
  let worker, socket, first;

  // In the worker: a list names the channel of a new connection, a text is to be sent, a number closes.
  if (!self.document) {
    let early;                // what is said before the socket is open
    onmessage = ({ data }) => {
      if (data > 0) return socket.close(data);
      if (!Array.isArray(data)) return early ? early.push(data) : socket.send(data);
      const channel = new BroadcastChannel(data[0]);
      const own = socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ghostlight/live`);
      early = [];
      own.onopen = () => {
        for (const text of early) own.send(text);
        early = null;
      };
      own.onmessage = ({ data }) => channel.postMessage(data);
      own.onclose = ({ code }) => {
        channel.postMessage(code);
        channel.close();
      };
      channel.postMessage(0);
    };
    return;
  }

  // In the page: what comes through the channel is a text, a number when the connection is closed, and 0 once at the beginning.
  const open = () => {
    // A channel has no owner: whoever of this origin knows the name, reads and writes it.
    const name = crypto.getRandomValues(new Uint32Array(4)).join(), channel = new BroadcastChannel(name);
    const end = code => {
      clearTimeout(wait);
      channel.close();
      link.readyState = 3;
      link.onclose?.({ code });
    };
    // Without a word from the worker the page does without one.
    const fail = () => {
      window.dial = null;
      worker.terminate();
      end(1006);
    };
    const wait = setTimeout(fail, 2000);
    const link = {
      readyState: 0,
      send: text => worker.postMessage(text),
      close: (code = 1000) => {
        link.readyState = 2;
        worker.postMessage(code);
      },
    };
    channel.onmessage = ({ data }) => data > 0 ? end(data) : data ? link.onmessage({ data }) : clearTimeout(wait);
    worker.onerror = fail;
    worker.postMessage([name]);
    return link;
  };
  window.dial = () => {
    const link = first?.readyState < 2 ? first : open();
    first = null;
    // What is said now is sent when the socket is open.
    queueMicrotask(() => link.onopen());
    return link;
  };
  try {
    worker = new Worker(document.currentScript.src);
    // It connects while the page is read.
    first = open();
  } catch {
    window.dial = null;
  }
})();
