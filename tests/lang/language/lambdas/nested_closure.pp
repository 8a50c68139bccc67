[1, 2].each |$x| { ['a'].each |$y| { notice("${x}${y}") } }
