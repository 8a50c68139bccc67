notice(File['/tmp/never']['mode'])
