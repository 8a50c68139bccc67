class a { $v = 'a' }
class b { $v = 'b' }
include a, b
notice($a::v, $b::v)
