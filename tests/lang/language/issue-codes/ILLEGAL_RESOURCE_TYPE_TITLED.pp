notify { 'x': }
Notify['x'] { 'y': }
