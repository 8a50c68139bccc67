notice(String(to_json([/a+/, Sensitive('x'), Timestamp(0), Timespan(3), SemVer('1.2.3'), Binary('YWJj'), File['/x']]), '%p'))
notice(String(to_json([]), '%p'))
