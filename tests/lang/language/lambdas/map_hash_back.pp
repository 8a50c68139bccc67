notice(Hash({ 'a' => 1 }.map |$k, $v| { [$k, $v + 1] }))
