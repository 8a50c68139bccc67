notice(with() || { 'nothing' })
