realize(Class['c'])
