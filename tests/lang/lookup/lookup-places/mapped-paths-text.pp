# environment: mapped-paths-text
notice(lookup('a', {merge => 'unique'}))
