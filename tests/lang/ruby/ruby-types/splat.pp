$args = { 'value' => 'v', 'loud' => true }
rt_simple { 'a': * => $args }
rt_simple { default: value => 'd'; 'b': ; 'c': value => 'own' }
