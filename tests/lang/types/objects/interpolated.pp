type A = Object[{attributes => {a => Integer}}]
$x = A(1)
notice("${x}", "${x.a}", "${x.a + 1}")
