notice(String(10, {Integer[0,9] => '%x', Integer => '%d', Numeric => '%b'}))
