notify { 'a': before => Notify['b'] }
notify { 'b': require => Notify['a'], notify => Exec['/bin/true'] }
exec { '/bin/true': subscribe => [Notify['a'], Notify['b']] }
