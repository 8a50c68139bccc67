$x = 5
notice(inline_template('<% scope.function_notice(["once"]) %><%= @x.digits.inspect %>'))
