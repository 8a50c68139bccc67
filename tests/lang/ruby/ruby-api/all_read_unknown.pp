ra_all { 'a': } notice(Ra_all['a']['nosuch'])
