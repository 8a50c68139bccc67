notice(rubyfns::kinds(undef, default, true, false, 1, 2.5, 'x', [], {}, /a/, Sensitive(1), Timestamp(1), Timespan(1)))
notice(rubyfns::kinds(SemVer('1.0.0'), Binary('aGVsbG8='), URI('http://a/b'), Integer, String[1], Array[Integer], Enum[a], File['/x'], Class['y']))
notice(rubyfns::kinds(Variant[Integer, String], Struct[{a => Integer}], Optional[String], Callable, Pattern[/a/], Type[Integer], Undef))
