# environment: generated
define rt_define($of_define = 1) { notify { 'define': } }
rt_define { 'a': of_type => 1 }
