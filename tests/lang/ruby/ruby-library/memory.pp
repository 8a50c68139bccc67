notice(lookup('rblib::memory'))
notice(lookup('rblib::memory2')['n'])
notice(lookup('rblib::memory3', undef, 'first')['n'])
