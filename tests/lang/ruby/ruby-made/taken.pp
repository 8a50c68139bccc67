include rbmade
notice(rbmade::run('taken'))
