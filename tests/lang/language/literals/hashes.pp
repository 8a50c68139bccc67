$h = { 'a' => 1, b => [2], 3 => { c => undef }, true => 'yes', }
notice($h)
notice({})
