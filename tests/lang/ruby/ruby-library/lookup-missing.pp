notice(rblib::run('lookup_missing'))
