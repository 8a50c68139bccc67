define d() { notice('d') }
class c() { notice('c') }
d { 'x': }
include c
