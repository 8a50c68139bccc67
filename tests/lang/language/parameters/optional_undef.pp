class c(Optional[Integer] $a) { notice($a == undef) }
class { 'c': a => undef }
