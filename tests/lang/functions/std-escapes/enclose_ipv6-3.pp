notice(String(enclose_ipv6([]), '%p'))
