notice(Regexp('a.b', true))
notice(Regexp('a.b', false))
notice(Regexp("a b\t\n\r{x}-#/\\\$[]()|*?+^é", true))
notice('a.b' =~ Regexp('a.b', true), 'axb' =~ Regexp('a.b', true))
