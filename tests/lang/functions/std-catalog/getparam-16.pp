@file { '/v': owner => 'a' }
notice(getparam(File['/v'], 'owner'), defined_with_params('File[/v]', {owner => 'a'}))
ensure_resource('file', '/v', {owner => 'a'})
