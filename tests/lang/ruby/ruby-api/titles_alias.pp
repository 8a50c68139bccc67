ra_titles { 'vim-apt': alias => 'v' } notify { 'n': require => Ra_titles['v'] }
