notice(defined(Class['settings']))
