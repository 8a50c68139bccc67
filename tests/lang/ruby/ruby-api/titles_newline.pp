ra_titles { "a\nb-c": }
