ra_provided { 'a': }
