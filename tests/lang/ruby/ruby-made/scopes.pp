notice(rbmade::run('scopes'))
