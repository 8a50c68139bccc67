@notify { 'a': message => 'A', tag => ['one', 'two'] } @notify { 'b': message => 'b', withpath => true } @notify { 'c': }
class k { $t = 'b' Notify <| title == $t |> }
include k
