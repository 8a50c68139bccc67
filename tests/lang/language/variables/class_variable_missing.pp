class c { $x = 'in c' }
include c
notice("[${c::y}]")
