rf_badparameter { 'a': }
