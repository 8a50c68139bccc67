class a { contain x }
class b { contain x }
class x { notify { 'x': } }
include a, b
