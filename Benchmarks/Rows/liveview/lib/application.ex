defmodule Rows.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _arguments) do
    children = [{Phoenix.PubSub, name: Rows.PubSub}, Rows.Endpoint]
    Supervisor.start_link(children, strategy: :one_for_one, name: Rows.Supervisor)
  end
end
