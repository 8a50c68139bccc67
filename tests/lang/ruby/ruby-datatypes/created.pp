notice(dt::types(Dt::Person('ann', 1)), dt::types(Dt::Child('ann', 1, 's')), dt::types(Dt::Own('x')))
notice(dt::create(Dt::Person, 'ann', 1), dt::create(Dt::Plain, 'w')[1])
notice(dt::create(Dt::Person, 'ann', 1)[0].greet('hi'))
