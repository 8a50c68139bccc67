class c { $x = 'in c' }
include c
notice($c::x, "${c::x}", $::c::x)
