class c($w = $v) { $v = 'body' notice("<${w}>") }
include c
