notice(String(range('', ''), '%p'))
notice(String(range(1, 2, 2.9), '%p'))
notice(String(range(1, 3000000).length, '%p'))
notice(String(range('1.9', '2.2'), '%p'))
