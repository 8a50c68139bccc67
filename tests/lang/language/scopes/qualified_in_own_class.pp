class c { $v = 1 notice($c::v, $::c::v) }
include c
