notice(rbmade::run('wrong'))
