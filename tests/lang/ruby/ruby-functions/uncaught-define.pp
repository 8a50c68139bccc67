define d() { with(1) |$x| { notice(rubyfns::uncaught("method")) } }
d { "x": }
