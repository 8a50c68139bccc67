package { ['p1', 'p2']: ensure => installed, tag => 'early' }
file { ['/etc/1', '/etc/2']: }
service { 's': }
Package <| tag == 'early' |> -> File <| |> ~> Service <| title == 's' |>
Package['p1'] -> Service['s']
notify { 'n': } -> Package <| title == 'p2' |>
