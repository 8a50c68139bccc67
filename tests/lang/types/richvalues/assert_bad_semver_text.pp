notice(assert_type(SemVer['1.x'], '1'))
