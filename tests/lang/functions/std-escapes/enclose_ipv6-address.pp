notice(enclose_ipv6('foo'))
