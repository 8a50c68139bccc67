notice(URI[{ 'port' => '80' }])
