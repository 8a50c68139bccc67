@funcs::item { 'v': }
Funcs::Item <| |>
