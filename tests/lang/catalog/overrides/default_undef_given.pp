class a { Notify { message => 'a' } include b }
class b { notify { 'b': message => undef } }
include a
