class c($a) { notice("[${a}]") }
class { 'c': a => undef }
