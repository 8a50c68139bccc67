notice("${Timespan(90061.25)} ${Timestamp(0)} ${SemVer('1.2.3-a')} ${SemVerRange('1.x')} ${Binary('YWJj')} ${URI('HTTP://A:80/b')}")
notice([Timespan(1), { 'a' => SemVer('1.0.0') }])
