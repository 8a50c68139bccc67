notice(rubyfns::forms('t', 'c'))
