function environment::rbenv_text2() { 'environment::rbenv_text2' }
