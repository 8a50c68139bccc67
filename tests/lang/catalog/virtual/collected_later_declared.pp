Notify <| tag == 'late' |>
@notify { 'late one': tag => 'late' }
class c { @notify { 'late two': tag => 'late' } }
include c
