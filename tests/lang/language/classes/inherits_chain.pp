class a { $x = 'a' notice('a') }
class b inherits a { notice("b ${x}") }
class c inherits b { notice("c ${x}") }
include c
