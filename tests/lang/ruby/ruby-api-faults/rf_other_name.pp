rf_other_name { 'a': }
