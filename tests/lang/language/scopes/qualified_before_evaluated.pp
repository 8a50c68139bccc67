class c { $v = 1 }
notice("<${c::v}>")
include c
notice("<${c::v}>")
