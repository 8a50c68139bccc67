@notify { 'a': message => 'x' }
@notify { 'b': message => 'y', tag => 'q' }
Notify <| (message == 'x' or message == 'y') and tag == 'q' |>
