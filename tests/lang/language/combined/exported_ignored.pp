@@file { '/tmp/exported': content => $facts['fqdn'], tag => 'shared' }
File <<| tag == 'shared' |>> { mode => '0600' }
file { '/tmp/own': }
File <| tag == 'shared' |>
