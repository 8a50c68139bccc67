class later { $x = 1 }
notice("[${later::x}]")
