# Not isomorphic: the same command twice.
rt_act { 'one': command => 'ls' }
rt_act { 'two': command => 'ls', times => 2 }
