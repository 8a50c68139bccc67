ra_all { 'a': nosuch => 1 }
