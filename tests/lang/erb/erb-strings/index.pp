$s = 'some Text'
$e = ''
notice(inline_template(@(T)))
  <%= @s[0] %> <%= @s[-1] %> <%= @s[0, 4] %> <%= @s[5..-1] %> <%= @s[100].inspect %> <%= @s[/T\w+/] %> <%= @s[/(s)o(m)/, 2] %> <%= @s["me"] %> <%= @s.index("T") %> <%= @s.index("zz").inspect %> <%= @s.rindex("e") %>
  | T
