notice("a
b")
$x = 1
notice($x)
