class c(Float[0.0, 1.0] $f) { notice($f) }
class { 'c': f => 1.5 }
