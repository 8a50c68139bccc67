ra_titles { 'vim-apt': } notify { 'n': require => Ra_titles['vim-apt'] }
