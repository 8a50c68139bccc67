$x = 1
notice(inline_template('<%= defined?(@x) ? 1 : 0 %><%= defined?(@zz) ? 1 : 0 %>'))
