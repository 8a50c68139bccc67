notice(rbmade::run('reference'))
