notice(rblib::run('lookup_error'))
