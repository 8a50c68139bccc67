@notify { 'a': }
class k { Notify { withpath => true } Notify <| |> { message => 'x' } }
include k
