$e = ''
$n = 42
$f = 1.5
$t = true
$u = undef
notice(inline_template(@(T)))
  <%= @t ? "on" : "off" %> <%= @u ? 1 : @n > 3 ? 2 : 3 %> <%= @e.empty? ? 'e' : 'f' %>
  | T
