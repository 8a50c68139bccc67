class z { m::f('c') } include z
