import Config

port = String.to_integer(System.get_env("PORT", "4000"))

config :rows, Rows.Endpoint,
  url: [host: "127.0.0.1", port: port],
  # Pages that are still open don't keep it from ending.
  http: [ip: {127, 0, 0, 1}, port: port, thousand_island_options: [shutdown_timeout: 500]],
  secret_key_base: Base.encode64(:crypto.strong_rand_bytes(48))
