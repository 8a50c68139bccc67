{ 'a' => 1 }.each |String $k, String $v| { notice($k) }
