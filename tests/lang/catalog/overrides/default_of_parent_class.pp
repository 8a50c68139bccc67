class base { Notify { message => 'base' } }
class c inherits base { Notify { noop => true } notify { 'c': } }
include c
