defmodule Rows.Row do
  @moduledoc "A row: its number, its label, and whether it is the selected one."
  defstruct [:id, :label, selected: false]

  @adjectives ~w(pretty large big small tall short long handsome plain quaint clean elegant easy angry crazy helpful mushy odd unsightly
                 adorable important inexpensive cheap expensive fancy)
  @colours ~w(red yellow blue green pink brown purple brown white black orange)
  @nouns ~w(table chair house bbq desk car pony cookie sandwich burger pizza mouse keyboard)

  @doc "As many new rows, numbered from the one after `last`."
  def make(last, count), do: for(id <- (last + 1)..(last + count), do: %__MODULE__{id: id, label: label()})

  def exclaim(row), do: %{row | label: row.label <> " !!!"}

  @doc "The rows with the second and the last but one of a thousand exchanged."
  def swap(rows) do
    case {Enum.at(rows, 1), Enum.at(rows, 998)} do
      {_, nil} -> rows
      {low, high} -> rows |> List.replace_at(1, high) |> List.replace_at(998, low)
    end
  end

  defp label, do: pick(@adjectives) <> " " <> pick(@colours) <> " " <> pick(@nouns)

  defp pick(words), do: Enum.random(words)
end
