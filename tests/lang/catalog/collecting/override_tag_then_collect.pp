@notify { 'a': }
Notify <| title == 'a' |> { tag => 'new' }
@notify { 'b': }
Notify <| tag == 'new' |> { message => 'tagged' }
