notice(rblib::run('serving'))
