# The signature of dig refuses the value; the block is not called.
notify { 'a': message => get('x', 'a.b', 'other') |$e| { $e.message } }
