@user { 'ann': ensure => present, shell => '/bin/bash' }
@user { 'bob': ensure => present, shell => '/bin/sh' }
@user { 'eve': ensure => absent, shell => '/bin/bash' }
User <| shell == '/bin/bash' and ensure == present |>
