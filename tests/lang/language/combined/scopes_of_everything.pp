$x = 'top'
node default {
  $x = 'node'
  include a
  b { 'b': p => "from ${x}" }
}
class a($p = $x) {
  $y = 'a'
  notice($x, $p, $y)
  [1].each |$n| { $y = "lambda ${n}" notice($y, $x) }
  notice($y)
}
define b($p, $q = $x) { notice($p, $q, $x, $a::y, $::x) }
