define d() { @e { "of ${title}": } }
define e() { notify { $title: } }
@d { 'x': }
D <| |>
E <| |>
