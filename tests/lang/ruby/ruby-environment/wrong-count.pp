# environment: own
notice(rbenv_newer(1))
