function f($n) { f($n + 1) }
notice(try_it())
function try_it() { 5 }
