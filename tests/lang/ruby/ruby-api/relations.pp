ra_all { 'a': } -> ra_key { '/k': } ~> notify { 'n': } Ra_all['a'] -> Notify['n']
