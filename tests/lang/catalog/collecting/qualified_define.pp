define my::d() { notify { "${title}": } }
@my::d { 'x': }
My::D <| |>
