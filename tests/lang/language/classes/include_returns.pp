class a { }
class b { }
notice(include(a, b))
$x = contain(a)
notice($x)
