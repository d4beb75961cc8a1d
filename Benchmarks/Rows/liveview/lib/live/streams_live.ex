defmodule Rows.StreamsLive do
  @moduledoc "The rows as a stream: what is sent is what changes; the list of them stays on the server."
  use Phoenix.LiveView
  alias Rows.{Layouts, Row}

  def render(assigns) do
    ~H"""
    <Layouts.page>
      <tbody id="tbody" phx-update="stream"><tr :for={{id, row} <- @streams.rows} id={id} class={row.selected && "danger"}><td class="col-md-1">{row.id}</td><td class="col-md-4"><a class="lbl" phx-click="select" phx-value-id={row.id}>{row.label}</a></td><td class="col-md-1"><a class="remove" phx-click="remove" phx-value-id={row.id}><span class="remove glyphicon glyphicon-remove" aria-hidden="true"></span></a></td><td class="col-md-6"></td></tr></tbody>
    </Layouts.page>
    """
  end

  def mount(_params, _session, socket), do: {:ok, socket |> assign(all: [], last: 0) |> stream(:rows, [])}

  def handle_event("run", _params, socket), do: {:noreply, replace(socket, 1000)}
  def handle_event("runlots", _params, socket), do: {:noreply, replace(socket, 10_000)}

  def handle_event("add", _params, %{assigns: %{all: all, last: last}} = socket) do
    rows = Row.make(last, 1000)
    {:noreply, socket |> assign(all: all ++ rows, last: last + 1000) |> stream(:rows, rows)}
  end

  def handle_event("update", _params, socket) do
    all = Enum.map_every(socket.assigns.all, 10, &Row.exclaim/1)
    {:noreply, socket |> assign(all: all) |> stream(:rows, Enum.take_every(all, 10))}
  end

  def handle_event("clear", _params, socket), do: {:noreply, socket |> assign(all: []) |> stream(:rows, [], reset: true)}

  def handle_event("swaprows", _params, socket) do
    all = Row.swap(socket.assigns.all)

    if all == socket.assigns.all do
      {:noreply, socket}
    else
      {:noreply, Enum.reduce([1, 998], assign(socket, all: all), &move(&2, Enum.at(all, &1), &1))}
    end
  end

  def handle_event("select", %{"id" => id}, socket) do
    id = String.to_integer(id)

    {all, changed} =
      Enum.map_reduce(socket.assigns.all, [], fn
        %{id: ^id} = row, changed -> noted(%{row | selected: true}, changed)
        %{selected: true} = row, changed -> noted(%{row | selected: false}, changed)
        row, changed -> {row, changed}
      end)

    {:noreply, socket |> assign(all: all) |> stream(:rows, changed)}
  end

  def handle_event("remove", %{"id" => id}, socket) do
    id = String.to_integer(id)
    all = Enum.reject(socket.assigns.all, &(&1.id == id))
    {:noreply, socket |> assign(all: all) |> stream_delete_by_dom_id(:rows, "rows-#{id}")}
  end

  defp noted(row, changed), do: {row, [row | changed]}

  # An update in place doesn't move a row: it is taken out and put in again.
  defp move(socket, row, index), do: socket |> stream_delete(:rows, row) |> stream_insert(:rows, row, at: index)

  defp replace(%{assigns: %{last: last}} = socket, count) do
    rows = Row.make(last, count)
    socket |> assign(all: rows, last: last + count) |> stream(:rows, rows, reset: true)
  end
end
