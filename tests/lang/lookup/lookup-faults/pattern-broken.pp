# environment: pattern-broken
notice(lookup('a'))
