@notify { 'a': message => 'x' }
@notify { 'b': message => 'y', tag => 'q' }
@notify { 'c': message => 'z', tag => 'q' }
Notify <| message == 'x' or message == 'y' and tag == 'q' |>
