notice(rbcalls::run('then_two'))
