$r = 'abc' =~ /(b)/
notice($r, "<${1}>")
