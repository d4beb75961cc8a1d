defmodule Rows.KeyedLive do
  @moduledoc "The rows as a keyed comprehension over an assign."
  use Phoenix.LiveView
  alias Rows.{Layouts, Row}

  def render(assigns) do
    ~H"""
    <Layouts.page>
      <tbody id="tbody"><.row :for={row <- @rows} :key={row.id} row={row} /></tbody>
    </Layouts.page>
    """
  end

  defp row(assigns) do
    ~H"""
    <tr class={@row.selected && "danger"}><td class="col-md-1">{@row.id}</td><td class="col-md-4"><a class="lbl" phx-click="select" phx-value-id={@row.id}>{@row.label}</a></td><td class="col-md-1"><a class="remove" phx-click="remove" phx-value-id={@row.id}><span class="remove glyphicon glyphicon-remove" aria-hidden="true"></span></a></td><td class="col-md-6"></td></tr>
    """
  end

  def mount(_params, _session, socket), do: {:ok, assign(socket, rows: [], last: 0)}

  def handle_event("run", _params, socket), do: {:noreply, socket |> assign(rows: []) |> append(1000)}
  def handle_event("runlots", _params, socket), do: {:noreply, socket |> assign(rows: []) |> append(10_000)}
  def handle_event("add", _params, socket), do: {:noreply, append(socket, 1000)}
  def handle_event("update", _params, socket), do: change(socket, &Enum.map_every(&1, 10, fn row -> Row.exclaim(row) end))
  def handle_event("clear", _params, socket), do: change(socket, fn _ -> [] end)
  def handle_event("swaprows", _params, socket), do: change(socket, &Row.swap/1)

  def handle_event("select", %{"id" => id}, socket) do
    id = String.to_integer(id)

    change(socket, fn rows ->
      Enum.map(rows, fn
        %{id: ^id} = row -> %{row | selected: true}
        %{selected: true} = row -> %{row | selected: false}
        row -> row
      end)
    end)
  end

  def handle_event("remove", %{"id" => id}, socket) do
    id = String.to_integer(id)
    change(socket, &Enum.reject(&1, fn row -> row.id == id end))
  end

  defp change(socket, how), do: {:noreply, update(socket, :rows, how)}

  defp append(%{assigns: %{rows: rows, last: last}} = socket, count) do
    assign(socket, rows: rows ++ Row.make(last, count), last: last + count)
  end
end
