unless 'ab' =~ /z(.)/ { notice("<${1}>") }
