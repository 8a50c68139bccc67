file { '/a': alias => 'short' }
notify { 'x': }
File['short'] -> Notify['x']
