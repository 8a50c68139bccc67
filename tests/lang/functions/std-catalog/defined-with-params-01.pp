notice(defined_with_params('File[/x]'))
