notify { "a": message => inline_template("<%= scope.call_function(\"rubyfns::uncaught\", [\"method\"]) %>") }
