notice(String(reject(['aaa', 'bbb', 'ccc', 'aaaddd'], 'aaa'), '%p'))
notice(String(reject(['a', 1, undef, true], '.'), '%p'))
notice(String(reject([], 'x'), '%p'))
notice(String(reject({'a' => 1}, 'a'), '%p'))
