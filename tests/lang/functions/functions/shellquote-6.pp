notice(shellquote({a=>1}))
