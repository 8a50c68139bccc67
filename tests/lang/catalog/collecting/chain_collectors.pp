@notify { 'a': message => 'A', tag => ['one', 'two'] } @notify { 'b': message => 'b', withpath => true } @notify { 'c': }
notify { 'first': }
Notify['first'] -> Notify <| title == 'a' |>
