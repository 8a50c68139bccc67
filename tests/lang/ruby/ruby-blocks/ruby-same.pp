notice(rbcalls::run('ruby_same'))
