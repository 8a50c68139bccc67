rt_define { 'a': from_puppet => 1 }
