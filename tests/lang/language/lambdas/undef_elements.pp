[undef, 1].each |$x| { notice($x =~ Undef) }
