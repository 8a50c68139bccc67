define d() { @@notify { "of ${title}": } }
d { 'x': }
Notify <| title == 'of x' |>
