define d($x = fail('no')) { }

d { 'a': }
