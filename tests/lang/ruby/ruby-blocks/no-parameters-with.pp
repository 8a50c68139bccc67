notice(rbcalls::run('no_parameters_with'))
