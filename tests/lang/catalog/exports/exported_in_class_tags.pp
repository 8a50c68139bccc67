class k { @@notify { 'x': } }
include k
Notify <| tag == 'k' |>
