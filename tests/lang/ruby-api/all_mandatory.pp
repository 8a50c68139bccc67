ra_all { 'a': }
