notice(rblib::run('yaml'))
