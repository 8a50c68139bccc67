ra_provided { 'a': provider => 'ra_provided' }
