notice(inline_template(@(T)))
  <% x = []; x << 1; x.push(2, 3); x.unshift(0); y = x; y.delete(2); x[5] = 9 %><%= x.inspect %> <%= x.pop %> <%= x.shift %> <%= x.compact.inspect %>
  | T
