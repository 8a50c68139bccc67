notice(SemVerRange('>= v1.2.3'))
