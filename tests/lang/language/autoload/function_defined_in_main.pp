function funcs::good($x) { "main ${x}" }
notice(funcs::good(1))
