notice(Sensitive('x').unwrap, Sensitive(Sensitive('x')).unwrap, Sensitive[Integer](1).unwrap, Sensitive('x'))
