define d($a, $b) { }
d { 'x': b => notice('first'), a => notice('second') }
