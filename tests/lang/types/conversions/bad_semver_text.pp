notice(SemVer('x'))
