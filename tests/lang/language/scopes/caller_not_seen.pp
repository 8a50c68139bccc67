class a { $x = 'a' include b }
class b { notice("<${x}>") }
include a
