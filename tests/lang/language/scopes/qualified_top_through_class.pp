$t = 'top'
class c { }
include c
notice("<${c::t}>")
