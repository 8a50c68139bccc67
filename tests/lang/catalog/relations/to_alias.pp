notify { 'a': alias => 'other' }
notify { 'b': }
Notify['b'] -> Notify['other']
