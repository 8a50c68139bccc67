notice(SemVer('01.0.0'))
