notice(Integer({ 'from' => 'x' }))
