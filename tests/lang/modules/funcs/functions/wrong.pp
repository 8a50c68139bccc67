function funcs::other() { 1 }
