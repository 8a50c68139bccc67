notice(Regexp('a.b'), Regexp('a.b', true), Regexp('a b/c', true), 'a.b' =~ Regexp('a\\.b'))
