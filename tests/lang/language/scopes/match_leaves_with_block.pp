class c { if 'ab' =~ /(b)/ { $v = $1 } notice($v, "<${1}>") }
include c
