class { '': }
