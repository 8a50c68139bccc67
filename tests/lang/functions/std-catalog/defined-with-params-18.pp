user { 'u': ensure => present }
notice(defined_with_params(User, {ensure => present}), defined_with_params(Group), defined_with_params(Class))
