type A = Object[{attributes => {a => Integer}}]
$x = A(1)
$x.each |$y| { notice($y) }
