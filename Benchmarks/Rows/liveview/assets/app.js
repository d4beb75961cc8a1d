const token = document.querySelector("meta[name=csrf-token]").content;
const liveSocket = new LiveView.LiveSocket("/live", Phoenix.Socket, { params: { _csrf_token: token } });
liveSocket.connect();
window.liveSocket = liveSocket;
