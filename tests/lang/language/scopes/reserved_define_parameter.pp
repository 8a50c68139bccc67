define d($facts) { notice($facts) }
d { 'x': facts => 1 }
