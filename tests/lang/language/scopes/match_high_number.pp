if 'abc' =~ /(b)/ { notice("<${77}>") }
