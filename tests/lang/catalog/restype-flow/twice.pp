define a { contain k } class k { notify { 'n': } } a { 'x': tag => 'one', noop => true } a { 'y': schedule => 'daily', loglevel => debug, noop => false }
