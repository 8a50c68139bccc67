function funcs::Upper() { 1 }
