create_resources('rt_simple', { 'a' => { 'wrong' => 1 } })
