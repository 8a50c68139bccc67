@file { ['/a', '/b']: ensure => file }
File <| |> { owner => 'root', mode => '0644' }
