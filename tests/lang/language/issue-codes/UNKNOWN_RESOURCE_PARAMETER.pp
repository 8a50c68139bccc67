notify { 'x': }
notice(Notify['x']['wrong'])
