$s = 'some Text'
$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @s.empty? %><%= @s.include?("Text") %><%= @s.start_with?("a", "so") %><%= @s.end_with?("xt") %><%= "a".casecmp("A") %><%= "a" < "b" %>
  | T
