$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% x = "a"; y = x; y << "b" << "c"; z = x.dup; z << "d" %><%= x %> <%= y %> <%= z %>
  | T
