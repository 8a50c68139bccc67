rf_autorequire { 'a': }
