class a { notify { 'a': } }
class b { contain a -> notify { 'after a': } }
include b
