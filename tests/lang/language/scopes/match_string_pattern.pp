if 'abc' =~ 'b(c)' { notice($1) }
