notice(URI[{ 'foo' => 1 }])
