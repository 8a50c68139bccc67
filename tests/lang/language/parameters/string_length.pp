class c(String[3, 5] $a) { }
class { 'c': a => 'ab' }
