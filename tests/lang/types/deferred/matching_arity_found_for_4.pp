function f() >> Integer { 1 }
class a(String $p) { notice($p) }
class { 'a': p => Deferred('f', [1]) }
