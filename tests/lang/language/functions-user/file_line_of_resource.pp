function f($n) {


  notify { $n: }
}
f('a')
f('b')
