defmodule Rows.Endpoint do
  use Phoenix.Endpoint, otp_app: :rows

  @session [store: :cookie, key: "_rows", signing_salt: "rows of words", same_site: "Lax"]

  socket "/live", Phoenix.LiveView.Socket, websocket: [connect_info: [session: @session]], longpoll: false

  plug Plug.Static, at: "/", from: :rows, gzip: true, only: ["assets"]
  plug Plug.Head
  plug Plug.Session, @session
  plug Rows.Router
end
