class c(NotUndef $a) { }
class { 'c': a => undef }
