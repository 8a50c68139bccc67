base::item { 'x': level => -1 }
