rf_group { 'a:b': }
