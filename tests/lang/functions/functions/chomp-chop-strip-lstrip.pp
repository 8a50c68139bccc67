notice(chomp("a\r\n"), chomp("a\n\n"), chomp("a\r"), chop("ab\r\n"), chop(''), strip(" \t\0a\0 "), lstrip("\0 a "), rstrip(" a\0 "), strip(5), chop('äö'))
