create_resources('notify', { 'v' => { 'nope' => 1 } })
