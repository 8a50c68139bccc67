class c(Optional[Integer] $a) { notice($a == undef) }
include c
