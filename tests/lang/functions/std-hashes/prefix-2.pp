notice(String(prefix({1 => 2}, 'n'), '%p'))
notice(String(prefix([], 'p'), '%p'))
notice(String(prefix(['a'], false), '%p'))
