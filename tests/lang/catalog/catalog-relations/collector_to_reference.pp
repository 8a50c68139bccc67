notify { ['a', 'b']: tag => 'first' }
notify { 'last': }
Notify<| tag == 'first' |> -> Notify['last']
