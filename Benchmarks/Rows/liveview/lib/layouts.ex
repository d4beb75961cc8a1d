defmodule Rows.Layouts do
  use Phoenix.Component

  def root(assigns) do
    ~H"""
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="csrf-token" content={Plug.CSRFProtection.get_csrf_token()} />
        <title>LiveView</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={Rows.Endpoint.static_path("/assets/app.css")} />
        <script defer src={Rows.Endpoint.static_path("/assets/app.js")}></script>
      </head>
      <body>
        {@inner_content}
      </body>
    </html>
    """
  end

  @doc "All of the page but the body of its table."
  slot :inner_block, required: true

  def page(assigns) do
    ~H"""
    <div id="main"><div class="container">
      <div class="jumbotron"><div class="row">
        <div class="col-md-6"><h1>LiveView</h1></div>
        <div class="col-md-6"><div class="row">
          <.button id="run">Create 1,000 rows</.button>
          <.button id="runlots">Create 10,000 rows</.button>
          <.button id="add">Append 1,000 rows</.button>
          <.button id="update">Update every 10th row</.button>
          <.button id="clear">Clear</.button>
          <.button id="swaprows">Swap Rows</.button>
        </div></div>
      </div></div>
      <table class="table table-hover table-striped test-data">{render_slot(@inner_block)}</table>
      <span class="preloadicon glyphicon glyphicon-remove" aria-hidden="true"></span>
    </div></div>
    """
  end

  attr :id, :string, required: true
  slot :inner_block, required: true

  defp button(assigns) do
    ~H"""
    <div class="col-sm-6 smallpad">
      <button type="button" class="btn btn-primary btn-block" id={@id} phx-click={@id}>{render_slot(@inner_block)}</button>
    </div>
    """
  end
end
