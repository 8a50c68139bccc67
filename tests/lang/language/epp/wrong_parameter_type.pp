notice(epp('base/hello.epp', { 'name' => 5 }))
