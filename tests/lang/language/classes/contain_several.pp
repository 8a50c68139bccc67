class c { contain a, b }
class a { }
class b { }
contain c
