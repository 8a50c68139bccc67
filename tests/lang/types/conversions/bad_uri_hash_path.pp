notice(URI({ 'scheme' => 'http', 'path' => 'a' }))
