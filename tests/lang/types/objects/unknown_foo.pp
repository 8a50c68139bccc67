$x = 3
$x.foo
