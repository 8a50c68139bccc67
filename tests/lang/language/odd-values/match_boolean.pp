notice(80 =~ true)
