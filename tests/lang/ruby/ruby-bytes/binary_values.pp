$b = Binary('/u0AgGFiYw==')
notify { 'value': message => $b }
notify { 'text': message => "${b}" }
notify { 'shown': message => String(Binary('YWJj'), '%s') }
