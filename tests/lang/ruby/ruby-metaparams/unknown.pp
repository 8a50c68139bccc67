notify { 'n': rm_nosuch => 'x' }
