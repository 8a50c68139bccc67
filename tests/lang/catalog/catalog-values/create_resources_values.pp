create_resources('notify', { 'a' => { 'message' => [1, undef] }, 'b' => {} }, { 'loglevel' => 'info' })
