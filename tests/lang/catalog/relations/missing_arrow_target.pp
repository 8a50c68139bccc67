notify { 'a': }
Notify['a'] -> Notify['never']
