notice(rbcalls::run('ruby_typed'))
