funcs { 'x': }
