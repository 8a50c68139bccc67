@notify { 'a': }
realize(Notify['a'], Notify['b'], File['/c'])
