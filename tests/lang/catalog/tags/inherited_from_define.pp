define d { notify { "n ${title}": tag => 'own' } }
d { 'x': tag => ['outer', 'second'] }
