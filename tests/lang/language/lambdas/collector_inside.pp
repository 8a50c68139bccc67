@notify { ['a', 'b']: }
['a', 'b'].each |$t| { Notify <| title == $t |> }
