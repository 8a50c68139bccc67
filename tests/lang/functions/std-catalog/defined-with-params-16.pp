class b($p = 1) { notice(defined_with_params('Class[b]')) }
include b
