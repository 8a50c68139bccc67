notify { 'b': }
notify { 'a': tag => Notify['b'] }
