Rt_raises <| |>
