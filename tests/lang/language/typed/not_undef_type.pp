class c(NotUndef[String] $s) { notice($s) }
class { 'c': s => 5 }
