file { '/x': mode => '1' }
notice(getparam(File['/x'], 'mode'), getparam('File[/x]', 'mode'), getparam(File['/x'], 'owner'), getparam(File['/y'], 'mode'), getparam(File['/x'], ''), getparam(File['/x'], 'title'), getparam('x', 'y'))
