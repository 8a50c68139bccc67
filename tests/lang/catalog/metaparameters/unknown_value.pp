notify { 'x': loglevel => 'shouting' }
