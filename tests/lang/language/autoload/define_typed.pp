funcs::item { 'a': }
funcs::item { 'b': n => 3 }
funcs::item { 'c': n => 30 }
