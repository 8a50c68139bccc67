notice(assert_type(SemVer['1.x'], SemVer('2.0.0')))
