define a(Array[String] $p) { notice($p) }
a { 'a': p => Deferred('split', ['a', 'b']) }
