notify { 'a': message => [] }
notify { 'b': message => {} }
notify { 'c': message => [[], {}, [[]]] }
