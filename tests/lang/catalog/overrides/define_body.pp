define d() { file { "/${title}": mode => '1' } }
class k { d { 'x': } File['/x'] { mode => '2' } }
include k
