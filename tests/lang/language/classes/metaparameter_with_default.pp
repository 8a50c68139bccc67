class c($tag = 'x') { notice($tag) }
include c
