ra_titles { 'vim-apt': } ra_titles { 'vim': manager => 'apt' }
