notice(String(5, {Integer[0,9] => '%#x', Integer => '%d', Numeric => '%b'}))
