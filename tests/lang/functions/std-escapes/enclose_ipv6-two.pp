notice(enclose_ipv6('::1', '::2'))
