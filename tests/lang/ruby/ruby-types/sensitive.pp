rt_simple { 'a': value => Sensitive('secret'), list => [Sensitive('b')] }
