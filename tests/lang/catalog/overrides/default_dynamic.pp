class a { Notify { message => 'a' } include b }
class b { Notify { noop => true } notify { 'b': } }
include a
