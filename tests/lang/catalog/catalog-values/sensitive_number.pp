notify { 'a': message => Sensitive(7) }
