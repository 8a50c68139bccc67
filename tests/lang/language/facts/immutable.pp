$x = $facts + { 'kernel' => 'changed' }
notice($x['kernel'], $facts['kernel'])
