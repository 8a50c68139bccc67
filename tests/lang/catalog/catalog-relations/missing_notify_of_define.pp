define d() { }
d { 't': notify => Service['nope'] }
