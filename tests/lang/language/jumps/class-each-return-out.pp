class a { [1,2].each |$x| { notice($x) return() }
notice('out') }
include a
