notice('', "", "${''}")
notify { 'x': message => '' }
