class x { notify { 'in x': require => Notify['a'] } }
class y { notify { 'in y': } contain x }
include y
notify { 'a': }
notify { 'b': before => Notify['a'] }
Class['y'] -> Notify['b']
file { '/srv/q': } file { '/srv/q/w': before => File['/srv/q'] }
exec { '/bin/true': } -> exec { '/bin/false': before => Exec['/bin/true'] }
Exec['/bin/true'] ~> Exec['/bin/true']
file { '/srv/z': require => Notify['later'] } file { '/srv/z/w': before => Notify['later'] } notify { later: }
