class a { ra_all { 'a': text => 't' } } class b inherits a { Ra_all['a'] { count => 4, colour +> red } } include b
