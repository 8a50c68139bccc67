define m::d() { notify { $title: } }
@m::d { 'x': }
M::D <| |>
