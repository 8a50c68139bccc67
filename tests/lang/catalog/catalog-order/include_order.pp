class a { notify { 'a': } }
class b { notify { 'b': } include a }
include b
notify { 'main': }
include a
