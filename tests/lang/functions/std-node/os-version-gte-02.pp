os_version_gte('Debian')
