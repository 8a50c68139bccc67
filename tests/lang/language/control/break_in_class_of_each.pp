class k { break() }
[1,2].each |$y| { include k notice($y) }
notice('after')
