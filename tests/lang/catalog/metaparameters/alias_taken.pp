file { '/a': alias => 'b' }
file { '/b': alias => 'b' }
