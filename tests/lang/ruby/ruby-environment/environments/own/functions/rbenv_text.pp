function rbenv_text() { 'language of the environment' }
