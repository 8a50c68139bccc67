class c($a = 'abc' ? { /(b)/ => $1, default => 'no' }, $b = "<${1}>") { notice($a, $b) }
include c
