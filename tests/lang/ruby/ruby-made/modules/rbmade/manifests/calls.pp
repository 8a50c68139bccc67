class rbmade::calls { notice(rbmade::run('from_class')) }
