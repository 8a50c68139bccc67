class a(Integer $p) { notice($p) }
class { 'a': p => Deferred('join', [1]) }
