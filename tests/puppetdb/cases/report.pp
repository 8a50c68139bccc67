# Events of all kinds.
file { "${work}/made": content => "text\n" }
file { "${work}/noop": content => 'x', noop => true }
file { "${work}/secret": content => Sensitive('secret') }
exec { 'fails': command => '/bin/false' }
exec { 'skipped': command => '/bin/true', require => Exec['fails'] }
exec { 'returns': command => '/bin/sh -c "exit 3"', returns => [3, 4] }
exec { 'refreshed': command => '/bin/true', refreshonly => true, subscribe => File["${work}/made"] }
notify { 'said': message => { 'a' => [1, 'x'] } }
warning('from the compiler')
