Notify <| title =~ /x/ |>
