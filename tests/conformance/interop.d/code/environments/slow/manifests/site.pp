exec { '/bin/sleep 120': }
notify { 'never': require => Exec['/bin/sleep 120'] }
