class c(Boolean $a) { }
class { 'c': a => 'true' }
