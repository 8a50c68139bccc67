class a { require b require c }
class b { }
class c { }
include a
