function f() >> SemVer { SemVer('1.0.0') }
notice(f())
