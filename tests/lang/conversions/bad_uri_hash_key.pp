notice(URI({ 'foo' => 'a' }))
