class a { contain b, c notify { 'a': } }
class b { notify { 'b': } }
class c { contain b }
include a
