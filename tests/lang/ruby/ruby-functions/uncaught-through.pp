class c($a = rubyfns::uncaught("through")) { }
include c
