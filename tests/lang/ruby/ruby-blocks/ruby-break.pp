notice(rbcalls::run('ruby_break'))
