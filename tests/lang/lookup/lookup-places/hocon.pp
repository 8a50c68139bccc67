# environment: hocon
notice(lookup('a'), lookup('list'), lookup('x'))
