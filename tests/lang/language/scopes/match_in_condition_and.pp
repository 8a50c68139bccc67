if 'ab' =~ /(a)/ and $1 == 'a' { notice('yes') }
