define z { m::f('c') } z { 'u': }
