File[[1, 2]] { mode => '0600' }
