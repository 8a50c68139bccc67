notice(Type('Timestamp["2020-01-01"]'), Type('SemVer["1.x"]'), Type('URI["http://x"]'))
