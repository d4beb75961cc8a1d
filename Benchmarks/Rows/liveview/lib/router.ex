defmodule Rows.Router do
  use Phoenix.Router, helpers: false
  import Phoenix.LiveView.Router

  @page Application.compile_env!(:rows, :page)

  pipeline :browser do
    plug :accepts, ["html"]
    plug :fetch_session
    plug :put_root_layout, html: {Rows.Layouts, :root}
    plug :protect_from_forgery
    plug :put_secure_browser_headers
  end

  scope "/" do
    pipe_through :browser

    live "/", @page
    live "/counter", Rows.CounterLive
  end
end
