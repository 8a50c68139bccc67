class c { }
include c
notice("<${c::v}>")
