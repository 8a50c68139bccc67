define d { [1].each |$x| { notice($x) } 
  if true { break() } }
d { 'x': }
