notify { ['a', 'c']: }
notify { 'b': tag => 'mid' }
Notify['a'] -> Notify<| tag == 'mid' |> -> Notify['c']
