class k { notify { 'a': } -> notify { 'b': } Notify['b'] -> Notify['outside'] }
include k
notify { 'outside': }
