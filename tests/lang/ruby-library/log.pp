notice(rblib::run('log'))
