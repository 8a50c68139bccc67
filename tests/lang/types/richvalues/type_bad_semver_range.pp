notice(SemVerRange['1'])
