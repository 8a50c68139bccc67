Integer[1,102].each |$i| { deprecation("k${i}", 'x') }
