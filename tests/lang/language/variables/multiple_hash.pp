[$a, $b] = { 'b' => 'B', 'a' => 'A', 'c' => 'C' }
notice($a, $b)
