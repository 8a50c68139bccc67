notice(inline_template('<%= scope.function_rbold([[1, 2]]) { |x| x } %>'))
notice(inline_template('<%= scope.call_function("rbold", [[1, 2]]) { |x| x } %>'))
