$n = dt::early('eve')
notice($n, [$n], type($n))
notice($n =~ Dt::Late, type($n) == Dt::Late)
notice($n.shout, $n.a, String($n), String([$n]))
notice($n ? { Dt::Late => 'late', default => 'other' })
notice(dt::back($n).shout, dt::data($n), dt::data([$n]))
notice($n == $n, {$n => 1}[$n], $n == Dt::Late('eve'))
notify { 'x': message => $n }
