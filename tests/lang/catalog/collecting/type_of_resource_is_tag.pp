@notify { 'a': }
@file { '/x': }
Notify <| tag == 'notify' |>
File <| tag == 'notify' |>
