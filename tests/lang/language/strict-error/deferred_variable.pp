notify { 'r': message => Deferred('$absent::nope').call }
