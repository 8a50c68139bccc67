class c { Notify { loglevel => 'debug' } notice(rbcomp::run('add_parameters')) notice(rbcomp::run('add')) notice(rbcomp::run('add_define')) }
include c
