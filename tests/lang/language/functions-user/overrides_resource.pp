function f() { Notify['x'] { message => 'new' } }
class a { notify { 'x': message => 'old' } }
class b inherits a { f() }
include b
