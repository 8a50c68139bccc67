notice(rbmade::run('parts'))
