m::f('a')
m::f('b')
