notice(rbmade::run('inherits'))
