notify { 'a': before => Notify['b'] }
notify { 'b': before => Notify['a'] }
