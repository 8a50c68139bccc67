notify { "two\nlines": message => 1 }
