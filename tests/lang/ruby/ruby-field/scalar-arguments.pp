$flag = true
$list = ['a', 'b']
$text = 'some text'
$number = 5
$nothing = undef
notice(inline_template('<%= scope.call_function("versioncmp", @list) %>'))
notice(inline_template('<%= scope.call_function("fieldfns::mode", @text) %> <%= scope.call_function("type", @flag) %>'))
notice(inline_template('<%= scope.call_function("type", @number) %> <%= scope.call_function("type", [@list]) %>'))
notice(inline_template('<%= scope.call_function("fieldfns::mode", @nothing) rescue "none" %>'))
