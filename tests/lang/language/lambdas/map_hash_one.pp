notice({ 'a' => 1 }.map |$kv| { $kv })
