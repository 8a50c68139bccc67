class c(Hash[String, Integer, 1, 2] $h) { }
class { 'c': h => {} }
