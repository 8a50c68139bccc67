file { '/x': mode => '1' }
notice(defined_with_params('File[/x]', [[mode,1]]))
