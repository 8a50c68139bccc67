class a { }
class b inherits a { }
class c inherits b { notify { 'c': } }
include c
