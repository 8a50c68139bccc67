class c { $v = 'in c' [1].each |$x| { notice($v, $c::v) } }
include c
