define a { notify { 'x': noop => undef, loglevel => debug } } a { 'a': noop => true, schedule => undef, audit => all }
