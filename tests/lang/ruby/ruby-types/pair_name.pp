rt_pair { 'joe@home': name => 'other' }
