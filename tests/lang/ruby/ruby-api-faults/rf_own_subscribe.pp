rf_own_subscribe { 'a': }
