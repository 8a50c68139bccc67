notice(match('abc', 'b'), match('abc', /(b)(x)?/), match(['abc','xyz'], 'b'), match('abc', Pattern[/x/,/c/]), match('abc', [/x/, 'a']), match('abc', 'z'), match('abc', Regexp[/a/]))
