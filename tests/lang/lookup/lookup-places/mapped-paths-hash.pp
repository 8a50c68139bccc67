# environment: mapped-paths-hash
notice(lookup('a', {merge => 'unique'}))
