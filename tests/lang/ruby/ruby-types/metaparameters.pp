rt_alone { 'a': noop => true, loglevel => 'info', audit => 'all', schedule => 'daily', alias => 'b' }
notice(Rt_alone['b']['noop'])
