notice(funcs::good2())
