@file { '/a': tag => 'x' }
class c { File <| tag == 'x' |> }
include c
