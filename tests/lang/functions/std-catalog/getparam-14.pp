file { '/x': alias => 'foo', owner => 'a' }
notice(getparam(File['foo'], 'owner'), defined_with_params('File[foo]', {owner => 'a'}), defined_with_params(File['/x/'], {owner => 'a'}))
