Notify <| message == $nothing |>
