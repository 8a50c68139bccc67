$s = 'some Text'
$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @s.include? "Text" %> <%= @s.start_with?"so" %> <%= @a.join ", " %> <%= [1, 2].include? 2 %>
  | T
