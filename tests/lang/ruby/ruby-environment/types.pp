# environment: own
rbenv_type { 'x': }
