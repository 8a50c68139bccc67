notice(reject(['aaa', 'bbb', 1, undef, 'aab'], 'aa'))
notice(String(reject({'aa' => 1, 'b' => 2}, 'aa'), '%p'))
