# environment: mapped-paths-none
notice(lookup('a', {merge => 'unique'}))
