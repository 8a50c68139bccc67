rf_docs { 'a': }
