File { mode => '0644' }
file { '/x': }
notice(getparam(File['/x'], 'mode'), defined_with_params(File['/x'], {mode => '0644'}))
