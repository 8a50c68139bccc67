notice(SemVer('1.5.0') =~ SemVerRange('1.x'), '1.5.0' =~ SemVerRange('1.x'), '1.5.0' !~ SemVerRange('1.x'), 'x' =~ SemVerRange('1.x'))
notice(Timespan(3) =~ Timespan[1, 5], Timespan(6) =~ Timespan[1, 5], SemVer('1.5.0-a') =~ SemVer['1.x'])
notice(URI('http://a/b') =~ URI['http://a'], URI('http://a/b') =~ URI[{ 'scheme' => /h/, 'query' => Undef }], URI('http://a:81') =~ URI['http://a:81'])
