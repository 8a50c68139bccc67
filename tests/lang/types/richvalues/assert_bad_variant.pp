notice(assert_type(Variant[Integer, Timespan], SemVer('1.0.0')))
