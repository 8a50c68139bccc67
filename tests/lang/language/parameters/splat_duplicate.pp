define d($a = 1) { }
d { 'x': * => { 'a' => 1 }, a => 2 }
