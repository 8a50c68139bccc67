Rt_unknown <| |>
