if /(o+)/ in 'foo' { notice($1) }
