$x = 1
notice(inline_template('<%= @x %>', 'b', '<%= @x + 1 %>'))
