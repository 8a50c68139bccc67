{ 'k' => 1 }.each |$kv| { notice($kv) }
