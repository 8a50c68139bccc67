type A = Struct[{a => Integer, Optional[b] => A}]
class c(A $x) { }
class { 'c': x => { a => 1, b => { a => 'z' } } }
