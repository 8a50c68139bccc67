type Runtime[ruby, 'Foo'] = Nonexistent
$n = dt::early('eve')
notice(type($n))
