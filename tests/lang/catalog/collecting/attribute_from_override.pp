class a { @notify { 'n': message => 'one' } }
class b inherits a { Notify['n'] { message => 'two' } }
include b
Notify <| message == 'two' |>
