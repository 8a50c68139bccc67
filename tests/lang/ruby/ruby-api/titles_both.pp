ra_titles { 'vim-apt': ensure => present } ra_titles { 'emacs': manager => 'yum' }
