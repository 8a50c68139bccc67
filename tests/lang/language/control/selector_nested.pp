$x = 'a' ? { 'a' => 'b' ? { 'b' => 'deep', default => 'd' }, default => 'e' }
notice($x)
