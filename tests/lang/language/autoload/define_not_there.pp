funcs::nothing { 'x': }
