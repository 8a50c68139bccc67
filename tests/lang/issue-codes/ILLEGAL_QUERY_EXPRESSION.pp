Notify <| title < 'x' |>
