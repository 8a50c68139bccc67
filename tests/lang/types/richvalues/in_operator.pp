notice(SemVer('1.5.0') in SemVerRange('1.x'), '1.5.0' in SemVerRange('2.x'), 1 in SemVerRange('1.x'))
notice('b' in Binary('abc', '%s'), 98 in Binary('abc', '%s'), 200 in Binary('abc', '%s'), Binary('bc', '%s') in Binary('abc', '%s'), /b/ in Binary('abc', '%s'))
notice(SemVer('1.0.0') in ['x', '1.0.0'], '1.0.0' in [SemVer('1.0.0')], SemVer('1.0.0') in [SemVer('1.0.0+a')])
notice(Timespan(5) in [1, 5], Timespan in [1, Timespan(5)])
