rf_nohash { 'a': }
