define d($p = [1, File['/x']]) {}
d { 'a': p => [2, File['/y'], {a=>undef}] }
notice(defined_with_params('D[a]'), defined_with_params(D['a'], {p=>[2, File['/y'], {a=>undef}]}), defined_with_params('D[b]'))
