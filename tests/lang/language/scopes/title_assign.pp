define d() { $title = 1 }
d { 'x': }
