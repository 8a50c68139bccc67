class c(Hash[String, Optional[Array[String]]] $h) { notice($h) }
class { 'c': h => { 'a' => undef, 'b' => ['x'] } }
