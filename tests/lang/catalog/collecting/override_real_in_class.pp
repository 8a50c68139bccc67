notify { 'r': message => 'x' }
class k { Notify <| title == 'r' |> { message => 'y' } }
include k
