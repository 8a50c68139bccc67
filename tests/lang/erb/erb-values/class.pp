$s = 'some Text'
$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= [1, 1.5, "s", nil, true, :x, [], {}].map { |v| v.class } %> <%= @a.class == Array %> <%= @s.class.name %> <%= Array === @a %>
  | T
