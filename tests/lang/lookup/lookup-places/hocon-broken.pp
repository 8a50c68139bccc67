# environment: hocon-broken
notice(lookup('a'))
