# environment: generated
rt_act { 'one': command => 'ls' }
rt_act { 'two': command => 'ls', times => 2 }
