notice(rbmade::run('duplicate_call'))
