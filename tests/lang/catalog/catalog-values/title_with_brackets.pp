notify { 'a[b]c': }
notify { 'n': require => Notify['a[b]c'] }
