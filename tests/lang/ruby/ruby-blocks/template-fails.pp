notice(inline_template('<%= scope.call_function("each", [[1, 2]]) { } %>'))
