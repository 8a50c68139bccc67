notice(rblib::run('uris'))
