define d($x = hiera('a_missing')) { }

d { 'a': }
