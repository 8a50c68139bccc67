type Tree = Variant[Integer, Array[Tree]]
function sum(Tree $t) { if $t =~ Integer { $t } else { $t.reduce(0) |$m, $x| { $m + sum($x) } } }
notice(sum([1, [2, [3, 4]], 5]))
