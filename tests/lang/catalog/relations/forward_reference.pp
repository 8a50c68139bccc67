Notify['a'] -> Notify['b']
notify { 'b': }
notify { 'a': }
