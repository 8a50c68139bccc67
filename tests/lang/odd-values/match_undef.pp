notice('x' =~ undef)
