define d($a = 3) { notice($a) }
d { 'x': a => undef }
