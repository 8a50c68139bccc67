@notify { 'a': message => 'A', tag => ['one', 'two'] } @notify { 'b': message => 'b', withpath => true } @notify { 'c': }
['a', 'b'].each |$t| { Notify <| title == $t |> }
