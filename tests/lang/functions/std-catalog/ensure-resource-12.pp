file { '/x': ensure => file, mode => '1', content => Sensitive('s') }
ensure_resource('file', '/x', {content => Sensitive('s')})
notice(getparam(File['/x'], 'content'))
