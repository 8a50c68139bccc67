{ 'k' => 1, 'l' => 2 }.each |$k, $v| { notice("${k}=${v}") }
