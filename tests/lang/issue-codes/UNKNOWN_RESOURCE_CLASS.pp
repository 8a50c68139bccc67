notice(Class['nope']['x'])
