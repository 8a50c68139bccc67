'abc'.each |$x| { notice($x) }
