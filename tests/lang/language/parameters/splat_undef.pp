define d($a = 1) { notice($a) }
d { 'x': * => undef }
