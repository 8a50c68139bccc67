notice(defined_with_params('Foo[/x]'))
