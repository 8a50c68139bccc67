class { 'pb::inner': }
