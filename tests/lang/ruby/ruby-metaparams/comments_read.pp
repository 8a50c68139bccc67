notice(metas::comments()) notify { 'n': rm_comment => 'x' } notice(Notify['n']['rm_comment'])
