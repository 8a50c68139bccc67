notice(SemVerRange('a.b'))
