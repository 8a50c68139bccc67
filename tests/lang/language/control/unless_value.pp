$x = unless false { 3 }
notice($x)
