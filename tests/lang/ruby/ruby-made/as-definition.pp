notice(rbmade::run('as_definition'))
