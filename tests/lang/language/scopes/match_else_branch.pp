if 'ab' =~ /z(.)/ { } else { notice("<${1}>") }
