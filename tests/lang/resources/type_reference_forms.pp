Notify { 'not a title' : }
