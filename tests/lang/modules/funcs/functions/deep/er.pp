function funcs::deep::er($x) { funcs::good($x) }
