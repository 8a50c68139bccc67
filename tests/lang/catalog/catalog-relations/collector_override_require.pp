file { '/x': }
@notify { 'v': }
Notify<| |> { require => File['/x'] }
