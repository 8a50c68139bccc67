notice(String(unix2dos("a\nb\n"), '%p'))
notice(String(unix2dos("a\r\nb\r\r\n\r"), '%p'))
notice(String(unix2dos(''), '%p'))
