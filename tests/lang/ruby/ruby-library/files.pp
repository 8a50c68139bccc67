notice(rblib::run('files'))
