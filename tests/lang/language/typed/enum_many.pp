class c(Enum['a', 'b', 'c', 'd'] $e) { }
class { 'c': e => undef }
