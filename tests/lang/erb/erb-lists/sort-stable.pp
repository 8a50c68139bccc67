notice(inline_template(@(T)))
  <%= %w[b2 a1 b1 a2].sort_by { |x| x[0] }.inspect %>
  | T
