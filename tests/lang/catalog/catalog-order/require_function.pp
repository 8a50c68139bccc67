class a { require b notify { 'a': } }
class b { notify { 'b': } }
include a
