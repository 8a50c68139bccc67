# Each call of a lambda has variables of its own, also when calls nest, recurse, match or end early.
function walk($depth, $name) {
  if $depth == 0 { return "${name}." }
  $parts = [1, 2].map |$i| {
    $inner = "${name}${i}"
    $more = walk($depth - 1, $inner)
    "${inner}(${more})"
  }
  $parts.join('+')
}
notice(walk(2, 'n'))
[1, 2, 3].each |$a| {
  $local = "local ${a}"
  ['x', 'y'].each |$b, $extra = "extra ${a}"| {
    $pair = "${a}${b}"
    if $pair =~ /^(\d)(\w)$/ {
      $kept = [10, 20].map |$n| { $sum = $n + Integer($1); "${sum}${2}" }
      notice("${local} ${pair} ${extra} ${kept}")
    }
  }
  notice(defined('$pair'), defined('$sum'), $local)
}
$first = [5, 6, 7].map |$v| { $double = $v * 2; if $double > 12 { next('big') }; $double }
notice($first)
$found = [1, 2, 3].each |$v| { $seen = $v; if $seen == 2 { break() } }
notice($found)
$hash = {'a' => {'x' => 1}, 'b' => {'y' => 2}}.reduce({}) |$memo, $entry| {
  [$key, $value] = $entry
  $add = $value.map |$k, $v| { $name = "${key}.${k}"; [$name, $v] }
  $memo + Hash($add)
}
notice($hash)
$late = [1, 2].reverse_each.map |$v| { $w = $v; $w + 1 }
notice($late)
with(1, 2, 3) |$a, *$rest| { $b = $rest.map |$r| { $q = $r; $q * $a }; notice($b, $rest) }
[1].each |$a| { $x1 = 1; $x2 = 2; $x3 = 3; $x4 = 4; $x5 = 5; [1].each |$b| { $y = $x1 + $x5; notice($y, $x2, $x3, $x4) } }
