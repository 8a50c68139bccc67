# The arrow sets notify anew, so that no place is known of the value that was there.
file { '/a': notify => Exec['missing'] }
~> service { 'b': }
