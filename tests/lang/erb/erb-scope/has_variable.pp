$x = 1
$y = undef
notice(inline_template('<%= has_variable?("x") %> <%= has_variable?("y") %> <%= has_variable?("zz") %> <%= scope.include?("x") %> <%= has_variable?(:x) %>'))
