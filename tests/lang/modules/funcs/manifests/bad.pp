class funcs::bad(Funcs::Nowhere $x = 1) { }
