if 'ab' !~ /(x)/ { notice("<${1}>") }
