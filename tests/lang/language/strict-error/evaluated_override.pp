class c { notify { 'a': message => 'one' } }
class k inherits c { Notify['a'] { message => 'two' } }
include c
include k
