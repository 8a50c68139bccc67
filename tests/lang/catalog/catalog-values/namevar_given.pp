notify { 'title': name => 'other', message => 'm' }
