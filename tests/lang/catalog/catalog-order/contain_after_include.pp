include b
class a { contain b }
class b { }
include a
