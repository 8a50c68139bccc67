define d($p = 'dflt') { notify { "${title} ${p}": } }
create_resources('d', { 'x' => { 'p' => 1 }, 'y' => {} })
create_resources(d, { 'z' => {} }, { 'p' => 'given' })
