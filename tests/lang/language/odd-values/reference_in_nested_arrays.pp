notify { 'z': }
notify { 'x': message => ['a', ['b', Notify['z'], ['c']]] }
