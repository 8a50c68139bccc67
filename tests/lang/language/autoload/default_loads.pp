Funcs::Item { n => 4 }
funcs::item { 'x': }
