notice('b' in ['a', 'b'], 'abc' =~ Pattern[/b/], 'abc' =~ 'b(c)')
