notice(rblib::run('json'))
