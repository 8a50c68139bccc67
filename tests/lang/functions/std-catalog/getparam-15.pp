file { 'n': path => '/x/', owner => 'a' }
notice(getparam(File['/x'], 'owner'), getparam('File[n]', 'owner'), defined_with_params('File[/x]', {owner => 'a'}))
