notice(match('abc', Integer))
