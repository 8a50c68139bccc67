notice(metas::comments()) Notify { rm_comment => 'all' } notify { 'n': } notify { 'm': rm_comment => 'own' } Notify['n'] -> Notify['m']
