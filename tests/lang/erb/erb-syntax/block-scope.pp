$t = 1
notice(inline_template(@(T)))
  <% x = 1; [2].each { |y| x = y; z = 3 } %><%= x %> <%= defined?(@nope).inspect %> <%= defined?(@t) %>
  | T
