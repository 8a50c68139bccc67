notice(Funcs::Item['x'])
