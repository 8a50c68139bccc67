class base { rt_simple { 'a': value => 1 } }
class derived inherits base { Rt_simple['a'] { value => 2, loud => true } }
include derived
