os_version_gte('', 'x')
