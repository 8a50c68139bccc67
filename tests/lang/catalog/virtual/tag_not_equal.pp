@notify { 'a': tag => 'x' }
@notify { 'b': tag => 'y' }
Notify <| tag != 'x' |>
