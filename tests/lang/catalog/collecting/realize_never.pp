realize(Notify['a'], Notify['b'])
@notify { 'a': }
