create_resources('ra_all', { 'a' => { 'nosuch' => 'x' } })
