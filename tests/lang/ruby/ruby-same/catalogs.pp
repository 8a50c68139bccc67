notify { 'one': }
notice(same::catalogs())
