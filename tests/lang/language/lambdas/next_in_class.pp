class c { notice('a') next() notice('b') }
include c
