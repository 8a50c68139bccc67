notice(Hash([[['a', 1], ['b', 2]]].reverse_each), Hash([{ 'a' => 1 }].reverse_each), Hash([[['a'], ['b', 2]]].reverse_each), Hash([].reverse_each))
