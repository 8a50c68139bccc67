function f($x) { "<${x}>" }
notice("a ${f(1)} b ${f('two')}")
