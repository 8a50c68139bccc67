include base
include multi
base::item { ['x', 'y']: level => 3 }
Base::Item['x'] -> Base::Item['y']
Class['base'] -> Class['multi']
multi::thing { 't': require => Base::Item['y'] }
class { 'base::inherits': dir => '/opt/base' }
