notice(inline_template(@(T)))
  <% x = 2; x *= 5; x -= 1; x /= 2; x %= 3; y = nil; y ||= "q"; y &&= "r"; h = {}; h["k"] ||= 5; h["k"] += 1 %><%= x %><%= y %><%= h["k"] %>
  | T
