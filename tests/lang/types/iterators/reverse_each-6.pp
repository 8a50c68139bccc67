$s = [1,2,3].reverse_each if $s { notice('t') }
