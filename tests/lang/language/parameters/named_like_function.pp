define d($include = 1, $each = 2) { notice($include, $each) }
d { 'x': include => 3 }
