Notify <| size < 3 |>
