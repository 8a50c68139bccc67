$h = { 'a' => { "b" => 'c' } }
notice("x ${h['a']["b"]} y ${"in ${'deep'} out"} z")
