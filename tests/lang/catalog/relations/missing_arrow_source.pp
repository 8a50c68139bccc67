notify { 'a': }
Notify['never'] ~> Notify['a']
