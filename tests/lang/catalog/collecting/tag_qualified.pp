class my::c { @notify { 'a': } @notify { 'b': } }
include my::c
Notify <| tag == 'my::c' and title == 'a' |>
