notice(3 =~ Init, /x/ =~ Init, Integer =~ Init, undef =~ Init)
