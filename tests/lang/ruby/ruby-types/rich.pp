rt_simple { 'a': value => /re/, list => [Integer, default, Timestamp(0)] }
