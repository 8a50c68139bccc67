class c(MyB $x = 1) { }
notice('not reached')
