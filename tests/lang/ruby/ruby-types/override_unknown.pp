class base { rt_simple { 'a': value => 1 } }
class derived inherits base { Rt_simple['a'] { wrong => 2 } }
include derived
