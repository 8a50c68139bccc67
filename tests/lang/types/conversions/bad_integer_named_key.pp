notice(Integer({ 'from' => 1, 'foo' => 3 }))
