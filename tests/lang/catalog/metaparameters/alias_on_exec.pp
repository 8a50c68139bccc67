exec { '/bin/a': alias => 'go' }
notify { 'z': require => Exec['go'] }
