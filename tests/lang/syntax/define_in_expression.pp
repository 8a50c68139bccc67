$x = define d { }
