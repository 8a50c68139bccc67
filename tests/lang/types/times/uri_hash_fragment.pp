notice(URI({ 'fragment' => 'a b' }), URI({ 'query' => 'a b', 'path' => '/x' }), URI({ 'host' => '::1', 'path' => '/x' }))
