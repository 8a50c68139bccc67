type Runtime[ruby, 'PuppetX::Dt::Late'] = String
$n = dt::early('eve')
notice($n, type($n), $n =~ String, $n =~ Runtime, $n =~ Runtime[ruby, 'PuppetX::Dt::Late'])
notice(Runtime[ruby, 'PuppetX::Dt::Late'])
notice(String($n))
