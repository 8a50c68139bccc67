# environment: data
notice(lookup('only_two'))
