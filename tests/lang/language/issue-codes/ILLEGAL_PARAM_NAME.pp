define d($1a) { }
