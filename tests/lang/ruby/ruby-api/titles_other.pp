ra_titles { 'vim': package => 'emacs', manager => 'gem' } ra_titles { 'x': package => 'vim' }
