notice(String(stdlib::ip_in_range('10.0.0.0/9', '10.0.0.0/8'), '%p'))
notice(String(stdlib::ip_in_range('10.0.0.0/7', '10.0.0.0/8'), '%p'))
notice(String(stdlib::ip_in_range('10.0.0.1', '10.0.0.0/255.0.0.0'), '%p'))
