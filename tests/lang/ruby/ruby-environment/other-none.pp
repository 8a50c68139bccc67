# environment: other
notice(rbenv_newer())
