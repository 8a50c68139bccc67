notice(translate('plain 100%'), translate('a %{b} c %{d}', {'b' => 1, 'd' => [1, 'x']}), translate('x', {}), translate('%{a}', {a => undef}), translate('%<a>05d|%{b}', {a => 3, b => {c => 1}}))
