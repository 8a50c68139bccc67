create_resources('nosuch', { 'v' => {} })
