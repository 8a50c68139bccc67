function funcs::fresh($x) { "main ${x}" }
notice(funcs::fresh(1))
