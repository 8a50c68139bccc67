# environment: own
notice(rbenv_constant())
