$a = with(1) |$x| { notice('left') $x } + with(2) |$x| { notice('right') $x }
notice($a)
