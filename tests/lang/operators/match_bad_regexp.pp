notice('x' =~ '(')
