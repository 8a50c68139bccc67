notice(split('abc', Regexp[/b/]), split('a b', /\s/), split('aXbXc', 'x'))
