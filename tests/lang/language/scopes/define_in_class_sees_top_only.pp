class c { $v = 'c' c::d { 'x': } }
define c::d() { notice("<${v}>") }
include c
