notice(inline_template('<%= scope.call_function("each", [[1, 2]]) { |x| raise "no #{x}" } %>'))
