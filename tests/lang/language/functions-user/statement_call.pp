function f($x) { notice("got ${x}") }
f 1
