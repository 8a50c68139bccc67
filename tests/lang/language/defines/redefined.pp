define d { }
define d { }
