class c($a = 'dflt') { notice($a) }
class { 'c': a => undef }
