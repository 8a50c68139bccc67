notify { 'a': message => URI('http://a.example/b?c#d') }
notify { 'b': message => [URI('urn:x:y')] }
