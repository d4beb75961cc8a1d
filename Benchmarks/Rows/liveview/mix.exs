defmodule Rows.MixProject do
  use Mix.Project

  # All that is needed, with the versions that were measured. With DEPS=FOLDER they are taken from folders in it that have their
  # names, so that no registry is asked.
  @versions [
    bandit: "1.12.5",
    hpax: "1.0.4",
    jason: "1.4.5",
    mime: "2.0.7",
    phoenix: "1.8.12",
    phoenix_html: "4.3.0",
    phoenix_live_view: "1.2.10",
    phoenix_pubsub: "2.2.0",
    phoenix_template: "1.0.4",
    plug: "1.19.2",
    plug_crypto: "2.1.1",
    telemetry: "1.4.1",
    thousand_island: "1.5.0",
    websock: "0.5.3",
    websock_adapter: "0.6.0"
  ]

  def project do
    [
      app: :rows,
      version: "0.1.0",
      elixir: "~> 1.18",
      start_permanent: Mix.env() == :prod,
      deps: Enum.map(@versions, &dependency(&1, System.get_env("DEPS"))),
      releases: [rows: [include_executables_for: [:unix], strip_beams: true]]
    ]
  end

  def application, do: [mod: {Rows.Application, []}, extra_applications: [:logger, :runtime_tools]]

  defp dependency({name, version}, nil), do: {name, "== #{version}", override: true}
  defp dependency({name, _}, folder), do: {name, path: Path.join(folder, "#{name}"), override: true}
end
