class c(String[3, 5] $s) { notice($s) }
class { 'c': s => 'toolong' }
