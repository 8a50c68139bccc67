class b($p = 1) {}
class { 'b': p => 2 }
notice(defined_with_params('Class[b]'), defined_with_params('Class[b]', {p=>2}), defined_with_params(Class['b'], {p=>2.0}),  defined_with_params('Class[B]', {p=>3}))
