$x = { 'type' => 1, 'function' => 2, function => 3, type => 4 }
notice($x)
