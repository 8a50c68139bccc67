@notify { 'a': tag => 'x' }
@notify { 'b': tag => ['x', 'y'] }
@notify { 'c': tag => 'z' }
Notify <| tag == 'y' or tag == 'z' |>
