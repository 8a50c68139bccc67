notice(SemVer['x.y'])
