class a::b { notice('a::b') }
include 'a::b'
include Class['A::B']
include '::a::b'
