notice(epp('base/hello.epp', { 'name' => 'Ada' }))
notice(epp('base/hello.epp', { 'name' => 'Bob', 'times' => 1 }))
