notice(rblib::run('symkeys'))
