function f() { 1 }
class a(Integer $p) { notice($p) }
class { 'a': p => Deferred('f', [1]) }
