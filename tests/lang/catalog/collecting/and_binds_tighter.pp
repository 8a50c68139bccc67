@notify { 'a': message => 'A', tag => ['one', 'two'] } @notify { 'b': message => 'b', withpath => true } @notify { 'c': }
Notify <| title == 'c' or title == 'a' and message == 'x' |>
