class c { notify { 'a': message => 'own' } }
include c
Notify <| tag == 'c' |> { message => 'changed' }
