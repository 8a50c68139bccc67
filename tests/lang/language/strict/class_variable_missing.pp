class c { }
include c
notice($c::x)
