class a(String $p) { notice($p) }
class { 'a': p => Deferred('join', [[1], ',']) }
