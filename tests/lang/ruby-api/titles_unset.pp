ra_titles { '': }
