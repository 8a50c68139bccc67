# The arrow appends to the array, which keeps its place.
file { '/a': notify => [Exec['missing']] }
~> service { 'b': }
