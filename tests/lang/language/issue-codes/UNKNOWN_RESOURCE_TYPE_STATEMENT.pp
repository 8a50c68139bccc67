nothing { 'x': }
