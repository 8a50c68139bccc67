notice(defined_with_params(File['/x']), defined_with_params(Class['x']))
