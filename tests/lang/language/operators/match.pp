notice('abc' =~ /b/, 'abc' !~ /b/, 'ABC' =~ /b/, 5 =~ Integer, 'x' =~ String[2], 'x' !~ Integer, 'abc' =~ 'b+')
