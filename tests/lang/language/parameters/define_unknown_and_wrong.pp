define d(Integer $a) { }
d { 'x': a => 'q', b => 1, c => 2 }
