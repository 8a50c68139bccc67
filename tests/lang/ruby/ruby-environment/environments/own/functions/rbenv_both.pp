function rbenv_both() { 'language of the environment' }
