# facts: {"operatingsystem":"Debian","operatingsystemmajrelease":"12"}
notice(os_version_gte('Debian', '9'), os_version_gte('Debian', '13'), os_version_gte('Ubuntu', '9'), os_version_gte('Debian', '12'))
