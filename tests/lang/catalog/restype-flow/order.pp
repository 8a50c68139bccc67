define a { notify { 'x': } } a { 'a': tag => 't', schedule => 'daily', noop => true, loglevel => debug, audit => all }
