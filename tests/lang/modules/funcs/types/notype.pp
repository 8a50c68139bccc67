function funcs::notype() { 1 }
