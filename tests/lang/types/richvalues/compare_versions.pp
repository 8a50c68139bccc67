notice(SemVer('1.0.0-a') < SemVer('1.0.0'), SemVer('1.0.0-1') < SemVer('1.0.0-a'), SemVer('1.0.0-a.b') > SemVer('1.0.0-a'), SemVer('1.0.0-2') < SemVer('1.0.0-11'))
notice(SemVer('1.0.0+a') == SemVer('1.0.0+b'), SemVer('1.0.0+a') >= SemVer('1.0.0+b'), SemVer('1.0.0') == '1.0.0')
notice(SemVerRange('1.x') == SemVerRange('>=1.0.0 <2.0.0'), URI('http://a') == URI('HTTP://A/'), Binary('YWJj') == Binary('abc', '%s'))
