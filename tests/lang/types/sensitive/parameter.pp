class c(Sensitive[String] $p) { notice($p) notify { 'n': message => $p } }
class { 'c': p => Sensitive('secret') }
