class c { }
include c
notice("<${c::nothing}>")
