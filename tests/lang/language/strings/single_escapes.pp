notice('it\'s', 'back\\slash', 'keep \n \t \$', 'multi
line')
