Notify <| title == 'late' |>
class c { @notify { 'late': } }
include c
