create_resources('rt_raises', { 'a' => {} })
