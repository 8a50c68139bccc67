function f() >> SemVerRange { SemVer('1.0.0') }
notice(f())
