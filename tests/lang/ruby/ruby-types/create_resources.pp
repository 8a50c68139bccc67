create_resources('rt_simple', { 'a' => { 'value' => 1 }, 'b' => {} }, { 'loud' => true })
create_resources('@rt_path', { '/x' => {} })
realize(Rt_path['/x'])
