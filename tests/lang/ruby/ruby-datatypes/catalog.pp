notify { 'a': message => Dt::Plain('web', 80, ['x']), }
notify { 'b': message => Dt::Person('ann', 1990), }
notify { 'c': message => [Dt::Hashed({path => '/a'})], }
notify { 'd': message => { x => Dt::Param('red', 3), y => Dt::Child('tim', 2010, 'high') } }
notify { 'e': message => "${Dt::Person('ann', 1990)}", }
