notice(rblib::run('types'))
