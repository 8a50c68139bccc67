rt_pair { 'joe@home': }
rt_pair { 'again': user => 'joe', host => 'home' }
