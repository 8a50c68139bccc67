Notify <| title == 'none' |>
notice('fine')
