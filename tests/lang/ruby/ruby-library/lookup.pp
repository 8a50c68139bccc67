notice(rblib::run('lookup'))
