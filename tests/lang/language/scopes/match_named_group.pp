if 'abc' =~ /(?<first>a)(b)/ { notice("<${0}><${1}>") }
