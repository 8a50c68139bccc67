function f(String $x) { $x }
f(Deferred('split', ['a', 'b']))
