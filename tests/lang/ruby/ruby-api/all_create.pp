create_resources('ra_all', { 'a' => { 'text' => 'x' }, 'b' => {} }, { 'count' => 2 })
