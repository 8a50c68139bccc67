notice(type(Timespan(1.5)), type(Timespan(1.5), generalized), type(SemVer('1.0.0')), type(SemVer('1.0.0'), reduced), type(SemVerRange('1.x')), type(Binary('YWJj')))
notice(type(URI('http://a/b?x=1')), type(URI('HTTP://User@FOO.com:443/p?q#f')), type(URI('mailto:a@b')))
notice(type([Timespan(1), Timespan(2)], reduced), type([SemVer('1.0.0'), SemVer('2.0.0')], reduced), type([URI('a'), Binary('')], reduced), type([Timespan(1), 1], reduced))
