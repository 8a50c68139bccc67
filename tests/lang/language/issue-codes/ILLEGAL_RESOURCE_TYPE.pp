Integer { 'x': }
