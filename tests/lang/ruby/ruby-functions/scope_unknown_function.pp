# A missing function is a missing method of the scope, whatever its arguments.
notice(inline_template('<%= scope.function_nope([1]) rescue "#{$!.class} #{$!.message[/\A.*method .function_nope/]}" %>'))
notice(inline_template('<%= scope.function_nope(1) rescue $!.class %> <%= scope.function_template(1) rescue $!.class %>'))
