$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= 1 <=> 2 %><%= "b" <=> "a" %><%= [1, 2] <=> [1, 3] %><%= (1 <=> "a").inspect %><%= 3.between?(1, 5) %>
  | T
