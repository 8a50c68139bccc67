# environment: other
notice(rbenv_constant())
