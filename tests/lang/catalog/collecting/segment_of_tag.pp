class a::b { @notify { 'x': } }
include a::b
Notify <| tag == 'a' |>
