notice(epp('base/hello.epp', { 'name' => 'x', 'nope' => 1 }))
