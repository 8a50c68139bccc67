$s = 'some Text'
$e = ''
$n = 42
$f = 1.5
$t = true
$u = undef
$a = ['b', 'a', 'c', 'a']
$m = [1, 'x', undef, true, [2, 3], { 'k' => 'v' }]
$h = { 'b' => 1, 'a' => [1, 2], 'c' => undef }
notice(inline_template(@(T)))
  <%= @s %>|<%= @e %>|<%= @n %>|<%= @f %>|<%= @t %>|<%= @u %>|<%= @a %>|<%= @m %>|<%= @h %>
  | T
