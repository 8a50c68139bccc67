class c { @notify { 'a': } }
include c
Notify <| tag == 'c' |>
