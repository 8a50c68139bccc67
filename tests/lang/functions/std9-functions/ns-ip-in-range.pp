$r0 = stdlib::ip_in_range('10.1.2.3', '10.0.0.0/8')
notice(String($r0, '%p'))
