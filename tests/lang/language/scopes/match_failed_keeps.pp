if 'ab' =~ /(a)(b)/ { if 'c' =~ /(d)/ { } else { notice($1) } }
