type A = Object[{attributes => {a => Integer}}]
$x = { k => A(1) } + { l => A(2) }
notice($x, $x.l)
