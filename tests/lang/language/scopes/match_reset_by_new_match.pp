if 'ab' =~ /(a)(b)/ { if 'c' =~ /(c)/ { notice($0, $1, "<${2}>") } notice($2) }
