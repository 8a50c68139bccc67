$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= nil %>|<%= true %>|<%= 1 %>|<%= 1.0 %>|<%= 1e20 %>|<%= :s %>|<%= "x" %>|<%= [1, "a", nil, :b, 2.5] %>|<%= {"k" => [nil]} %>|<%= String %>
  | T
