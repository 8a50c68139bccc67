notice(rbmade::run('define'))
