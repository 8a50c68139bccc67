notice(Timespan[default, 5], Timespan[5, default], Timespan[default], Timespan[{ 'days' => 1 }], Timestamp['2016-01-01'], Timestamp[1, 2])
notice(SemVer['1.x'], SemVer['1.x', '2.x', '4.x'], SemVer['1.0.0', '2.0.0'], URI['https://foo.com:443/p'], URI[{}], URI[{ 'scheme' => /ht/, 'host' => NotUndef }])
