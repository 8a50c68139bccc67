notice(rbmade::run('duplicate'))
