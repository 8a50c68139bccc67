notice(metas::comments()) notify { 'n': rm_comment => { 'a' => 1 } } class rm_c { notify { 'm': } } class { 'rm_c': rm_comment => 'whole' }
