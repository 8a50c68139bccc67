# environment: mapped-paths-array
notice(lookup('a', {merge => 'unique'}))
