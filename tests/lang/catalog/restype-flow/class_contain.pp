class a { contain b } class b { notify { 'n': } } define d { include a } d { 'd': noop => true, tag => 'q' } class e { contain b notify { 'o': } } include e
