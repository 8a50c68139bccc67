$p = Dt::Plain('web', 81)
notice(dt::tell($p, 'name', 'port', 'tags', 'note', '_pcore_init_hash'))
notice(dt::kinds($p)[0, 2], dt::kinds($p)[3])
notice(dt::back($p) == $p, dt::back($p) =~ Dt::Plain)
