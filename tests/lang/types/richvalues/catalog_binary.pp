notify { 'a': message => Binary('YWJj') }
notify { 'b': message => { 'k' => Binary('a\u00e9', '%s') } }
