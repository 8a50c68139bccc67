base::nothing { 'x': }
