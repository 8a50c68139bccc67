notify { ['a', 'c']: }
Notify['a'] -> Notify<| tag == 'none' |> -> Notify['c']
