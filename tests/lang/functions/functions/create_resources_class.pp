create_resources('class', { 'base' => { 'count' => 7 } })
