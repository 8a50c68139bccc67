$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% h = {}; h["z"] = 1; h["a"] = 2; h["z"] = 3; h.delete("q") %><%= h %> <% h.delete("z"); h["z"] = 4 %><%= h %>
  | T
