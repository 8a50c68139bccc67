create_resources('notify', { 'a' => { 'message' => 'A' }, 'b' => {} })
create_resources('notify', { 'c' => {} }, { 'message' => 'default' })
