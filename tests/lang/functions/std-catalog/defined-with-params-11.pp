file { '/x': mode => '1', noop => true }
notice(defined_with_params('File[/x]'), defined_with_params('File[/x]', {mode=>'1'}), defined_with_params(File['/x'], {mode=>1}), defined_with_params('file[/x]', {noop=>true, mode => '1'}), defined_with_params(File, {mode=>'1'}), defined_with_params(File, {mode=>'2'}), defined_with_params('File[/x]', {owner => undef}))
