notice(metas::comments()) define rm_e($a) { notify { 'n': message => $a } } rm_e { 'd': a => 1, rm_comment => 'x', loglevel => debug }
