notice(rblib::run('lookup_errors'))
