$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% h = {"a" => 1}; h.store("b", 2); h.update("c" => 3); h.delete("a"); h.delete_if { |k, v| v == 3 } %><%= h.inspect %> <%= h.delete("q").inspect %>
  | T
