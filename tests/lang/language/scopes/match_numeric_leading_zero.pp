if 'abc' =~ /(b)/ { notice("<${00}>") }
