notice(String(time() > 1500000000, '%p'))
notice(String(time('UTC') > 1500000000, '%p'))
notice(String(time('') =~ Integer, '%p'))
notice(String(time([]) =~ Integer, '%p'))
