class c($x) { notice($x) }
create_resources('class', { 'c' => { 'x' => 1 } })
create_resources('class', { 'c' => { 'x' => 2 } })
