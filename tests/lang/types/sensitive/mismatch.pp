class c(Sensitive[String] $p) { }
class { 'c': p => 'plain' }
