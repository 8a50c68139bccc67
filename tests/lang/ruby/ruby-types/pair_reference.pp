rt_pair { 'again': user => 'joe', host => 'home' }
notify { 'n': require => Rt_pair['joe@home'] }
