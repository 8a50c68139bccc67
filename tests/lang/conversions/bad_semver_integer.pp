notice(SemVer(1))
