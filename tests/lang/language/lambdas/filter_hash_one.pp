notice({ 'a' => 1, 'b' => 2 }.filter |$kv| { $kv[1] == 1 })
