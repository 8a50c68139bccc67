notify { 'first': }
notify { ['a', 'b']: tag => 'rest' }
Notify['first'] ~> Notify<| tag == 'rest' |>
