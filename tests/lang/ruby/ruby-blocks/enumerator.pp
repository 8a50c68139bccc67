notice(rbcalls::run('enumerator'))
