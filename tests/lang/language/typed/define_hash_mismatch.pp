typed::def { 'x': options => 'none' }
