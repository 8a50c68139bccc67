['a', 'b'].each |$i| { if $i == 'a' { next() } m::f($i) }
