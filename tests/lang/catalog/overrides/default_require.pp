File { require => Notify['a'] }
notify { 'a': }
file { '/x': require => Notify['b'] }
notify { 'b': }
