foo <| |>
