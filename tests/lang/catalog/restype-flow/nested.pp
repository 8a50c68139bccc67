define a { notify { "x${title}": } b { 'b': audit => 'z' } } define b { notify { "y${title}": } } a { 'a': tag => 't', schedule => 'daily', noop => true, loglevel => debug }
