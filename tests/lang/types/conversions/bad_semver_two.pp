notice(SemVer(1, 0))
