$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= [1, [2, [3]], nil, :x].join("-") %>|<%= [].join(",") %>|<%= [[], 1, []].join(",") %>|<%= ["a", {"b" => 1}].join(" ") %>
  | T
