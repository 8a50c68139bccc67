notice(SemVerRange('1.x') < SemVerRange('2.x'))
