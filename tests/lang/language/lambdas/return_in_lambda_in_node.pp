node default { [1].each |$x| { return() } notice('two') }
