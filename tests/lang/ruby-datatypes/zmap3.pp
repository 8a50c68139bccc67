type Runtime[ruby, [/^PuppetX::Dt::(\w+)$/, 'Dt::\1']] = [/^Dt::(\w+)$/, 'PuppetX::Dt::\1']
$n = dt::early('eve')
notice(type($n), $n =~ Dt::Late)
notice(Dt::Plain('a'))
