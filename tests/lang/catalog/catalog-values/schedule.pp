schedule { 's': period => daily, repeat => 2 }
notify { 'a': schedule => 's' }
