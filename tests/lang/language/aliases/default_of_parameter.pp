type Level = Enum['low', 'high']
define d(Level $l = 'low') { notice("${title} ${l}") }
d { 'a': }
d { 'b': l => 'high' }
d { 'c': l => 'middle' }
