class k { @notify { 'in k': } }
include k
Notify <| tag == 'k' |>
