class a { contain b notify { 'a': } }
class b { contain c notify { 'b': } }
class c { notify { 'c': } }
contain a
