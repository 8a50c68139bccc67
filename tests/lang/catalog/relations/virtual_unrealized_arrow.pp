@notify { 'v': }
notify { 'r': }
Notify['v'] -> Notify['r']
