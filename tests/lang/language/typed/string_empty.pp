class { 'typed': str => '' }
