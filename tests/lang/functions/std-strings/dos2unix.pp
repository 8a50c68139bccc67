notice(String(dos2unix("a\r\nb\r\n"), '%p'))
notice(String(dos2unix("a\rb\n\r"), '%p'))
notice(String(dos2unix(''), '%p'))
notice(String(dos2unix("ä\r\r\n"), '%p'))
