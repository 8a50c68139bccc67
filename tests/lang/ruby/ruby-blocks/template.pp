notice(inline_template('<%= scope().call_function("with", ["yes"]) { |x| x } %>'))
notice(inline_template('<% scope.call_function("each", [[1, 2]]) do |x| %>[<%= x %>]<% end %>!'))
notice(inline_template('<%= scope.call_function("map", [[1, 2, 3]]) { |x| break "out" if x == 2; x } %>'))
notice(inline_template('<%= scope.call_function("rbcalls::yields", [1]) { |x| x + 1 } %>'))
