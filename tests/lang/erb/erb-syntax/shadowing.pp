notice(inline_template(@(T)))
  <% x = 1; [5].each { |x| } %><%= x %>
  | T
