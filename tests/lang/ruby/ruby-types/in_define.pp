define wrapped($v) { rt_simple { "in ${name}": value => $v } }
wrapped { 'one': v => 1, tag => 'deep', noop => true }
