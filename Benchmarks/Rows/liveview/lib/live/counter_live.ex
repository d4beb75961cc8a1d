defmodule Rows.CounterLive do
  use Phoenix.LiveView

  def render(assigns) do
    ~H"""
    <button id="more" type="button" phx-click="more">More</button>
    <span id="count">{@count}</span>
    """
  end

  def mount(_params, _session, socket), do: {:ok, assign(socket, count: 0)}

  def handle_event("more", _params, socket), do: {:noreply, update(socket, :count, &(&1 + 1))}
end
