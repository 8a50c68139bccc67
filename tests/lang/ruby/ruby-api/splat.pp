ra_all { default: text => 'd', count => 1; 'a': * => { 'count' => 2 }; 'b': }
