notice(rblib::run('relationship'))
