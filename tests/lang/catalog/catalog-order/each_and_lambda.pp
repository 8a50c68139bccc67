['c', 'a'].each |$x| { notify { $x: } }
{ 'k2' => 1, 'k1' => 2 }.each |$k, $v| { notify { $k: message => $v } }
