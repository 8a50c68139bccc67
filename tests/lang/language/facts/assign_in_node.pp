node default { $hostname = 'mine' notice($hostname, $::hostname) }
