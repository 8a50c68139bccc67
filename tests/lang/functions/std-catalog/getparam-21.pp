notify { 'a': message => 'x', loglevel => 'warning', noop => false, require => Notify['b'] } notify { 'b': }
notice(getparam(Notify['a'], 'loglevel'), getparam(Notify['a'], 'noop'), getparam(Notify['a'], 'require'), getparam(Notify['a'], 'name'), getparam(Notify['a'], 'tag'))
