import Config

config :rows, page: if(System.get_env("VARIANT", "streams") == "keyed", do: Rows.KeyedLive, else: Rows.StreamsLive)

config :rows, Rows.Endpoint,
  adapter: Bandit.PhoenixAdapter,
  cache_static_manifest: "priv/static/cache_manifest.json",
  render_errors: [formats: [html: Rows.ErrorHTML], layout: false],
  pubsub_server: Rows.PubSub,
  live_view: [signing_salt: "rows of words"],
  server: true

config :phoenix, json_library: Jason
config :logger, level: :warning
