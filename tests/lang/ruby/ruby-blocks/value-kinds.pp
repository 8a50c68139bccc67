notice(rbcalls::run('value_kinds'))
