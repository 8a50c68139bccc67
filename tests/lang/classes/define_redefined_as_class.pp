define c { }
class c { }
