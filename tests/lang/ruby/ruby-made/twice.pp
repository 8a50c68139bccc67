notice(rbmade::run('twice'))
