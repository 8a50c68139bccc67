@notify { 'a': message => 'A', tag => ['one', 'two'] } @notify { 'b': message => 'b', withpath => true } @notify { 'c': }
notify { 'z': }
Notify <| title == 'a' |> { require => Notify['z'] }
