$who = 'me'
notice(rubyfns_old())
notice(rubyfns_old('a', 1, 2.5, true, undef, [undef, 'b'], { 'k' => undef }, default))
notice(rubyfns_old(Integer, File['/x'], Class['a'], /r/, SemVer('1.2.3'), Timespan(5), Binary('aGVsbG8=')))
rubyfns_statement('a', 'b')
$r = rubyfns_statement('c')
notice($r == undef)
notice(rubyfns_two('a', 'b'))
notice(rubyfns_undef('undef') == undef, rubyfns_undef('x'))
