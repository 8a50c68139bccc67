class a { include c }
class b { include c }
class c { notify { 'c': } }
include a
include b
