$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% x = "aba".dup; y = x.gsub!("a", "c"); z = x.gsub!("q", "") %><%= x %> <%= y %> <%= z.inspect %>
  | T
