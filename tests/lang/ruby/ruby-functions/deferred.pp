notify { 'a': message => Deferred('rubyfns::echo', ['x']) }
